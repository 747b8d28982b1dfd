product="Gunicorn, gthread worker"
kind="Python"
command="gunicorn app:app -k gthread --threads 4"
request="--in-flight=/slow"
number=4
limit="concurrency-limit|server-threads"
setting="--threads (1; 4 in the example of its documentation)"
source="https://gunicorn.org/design/"

install() { pypi gunicorn==27.0.1; }
version() { pypi_version gunicorn; }
start() { cd "$SOURCE" && exec "$WORK/venv/bin/gunicorn" --bind "127.0.0.1:$PORT" app:app -k gthread --threads 4; }
