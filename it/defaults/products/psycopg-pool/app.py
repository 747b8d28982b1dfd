import os

from fastapi import FastAPI
from psycopg_pool import ConnectionPool

app = FastAPI()
pool = ConnectionPool("host=127.0.0.1 port=%s user=postgres" % os.environ["BACK_PORT"], open=True)


@app.get("/slow")
def slow():
    with pool.connection() as connection:
        connection.execute("select pg_sleep(0.2)")
    return "ok"
