product="SQLAlchemy, QueuePool"
kind="Python"
command="uvicorn app:app --port 8000"
request="--in-flight=/slow"
number=15
limit="application-pool|concurrency-limit"
setting="pool_size (5) + max_overflow (10)"
source="https://docs.sqlalchemy.org/en/20/core/pooling.html#sqlalchemy.pool.QueuePool"

install() {
    debian postgresql
    pypi sqlalchemy==2.1.9 "psycopg[binary]==3.3.9" fastapi==0.163.2 uvicorn==0.54.0
}
version() { pypi_version sqlalchemy; }
start() { postgres && cd "$SOURCE" && exec "$WORK/venv/bin/uvicorn" app:app --port "$PORT"; }
