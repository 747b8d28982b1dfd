import os

from fastapi import FastAPI
from sqlalchemy import create_engine, text

app = FastAPI()
engine = create_engine("postgresql+psycopg://postgres@127.0.0.1:%s/postgres" % os.environ["BACK_PORT"])


@app.get("/slow")
def slow():
    with engine.connect() as connection:
        connection.execute(text("select pg_sleep(0.2)"))
    return "ok"
