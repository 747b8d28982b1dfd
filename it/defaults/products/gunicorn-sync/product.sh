product="Gunicorn, sync worker"
kind="Python"
command="gunicorn app:app"
request="--in-flight=/slow"
number=1
limit="concurrency-limit|server-threads"
setting="--workers (1)"
source="https://gunicorn.org/design/"

install() { pypi gunicorn==27.0.1; }
version() { pypi_version gunicorn; }
start() { cd "$SOURCE" && exec "$WORK/venv/bin/gunicorn" --bind "127.0.0.1:$PORT" app:app; }
