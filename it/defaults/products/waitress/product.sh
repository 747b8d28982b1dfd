product="waitress"
kind="Python"
command="waitress-serve --listen=127.0.0.1:8080 app:app"
request="--get=/"
number=100
limit="max-connections|connection_limit|accepts no more|not accepted"
setting="--connection-limit (100)"
source="https://docs.pylonsproject.org/projects/waitress/en/latest/arguments.html"

install() { pypi waitress==3.0.2; }
version() { pypi_version waitress; }
start() { cd "$SOURCE" && exec "$WORK/venv/bin/waitress-serve" --listen="127.0.0.1:$PORT" app:app; }
