import time

from fastapi import FastAPI

app = FastAPI()


@app.get("/slow")
def slow():
    time.sleep(0.2)
    return "ok"
