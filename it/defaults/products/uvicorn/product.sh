product="Uvicorn"
kind="Python"
command="uvicorn app:app --port 8000"
request="--get=/"
number=
limit="server-idle-timeout"
setting="--timeout-keep-alive (5 s)"
source="https://uvicorn.dev/settings/#timeouts"

install() { pypi uvicorn==0.54.0; }
version() { pypi_version uvicorn; }
start() { cd "$SOURCE" && exec "$WORK/venv/bin/uvicorn" app:app --port "$PORT"; }
