product="HTTPX, AsyncClient"
kind="Python"
command="uvicorn app:app --port 8000"
request="--in-flight=/slow"
number=100
limit="application-pool|concurrency-limit"
setting="Limits(max_connections=100)"
source="https://www.python-httpx.org/advanced/resource-limits/"

install() { pypi httpx==0.28.1 fastapi==0.163.2 uvicorn==0.54.0; }
version() { pypi_version httpx; }
start() { slow_backend "$BACK_PORT" && cd "$SOURCE" && exec "$WORK/venv/bin/uvicorn" app:app --port "$PORT"; }
