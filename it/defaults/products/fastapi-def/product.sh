product="FastAPI, def endpoint"
kind="Python"
command="uvicorn app:app --port 8000"
request="--in-flight=/slow"
number=40
limit="concurrency-limit|server-threads"
setting="anyio.to_thread.current_default_thread_limiter().total_tokens (40)"
source="https://starlette.dev/threadpool/"

install() { pypi fastapi==0.163.2 uvicorn==0.54.0; }
version() { pypi_version fastapi; }
start() { cd "$SOURCE" && exec "$WORK/venv/bin/uvicorn" app:app --port "$PORT"; }
