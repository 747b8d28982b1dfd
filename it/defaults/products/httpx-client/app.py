import os

import httpx
from fastapi import FastAPI

app = FastAPI()
client = httpx.AsyncClient()


@app.get("/slow")
async def slow():
    answer = await client.get("http://127.0.0.1:%s/" % os.environ["BACK_PORT"])
    return answer.text
