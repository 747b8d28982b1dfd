product="psycopg_pool"
kind="Python"
command="uvicorn app:app --port 8000"
request="--in-flight=/slow"
number=4
limit="application-pool|concurrency-limit"
setting="min_size (4), which max_size is unless it is set"
source="https://www.psycopg.org/psycopg3/docs/api/pool.html"

install() {
    debian postgresql
    pypi psycopg-pool==3.3.3 "psycopg[binary]==3.3.9" fastapi==0.163.2 uvicorn==0.54.0
}
version() { pypi_version psycopg-pool; }
start() { postgres && cd "$SOURCE" && exec "$WORK/venv/bin/uvicorn" app:app --port "$PORT"; }
