"""FastAPI with one limit: SERVER_PORT, LIMIT_KIND, LIMIT_SIZE, LIMIT_MILLIS."""
import asyncio
import contextlib
import os
import time

import anyio
import uvicorn
from fastapi import FastAPI, Response

SIZE = int(os.environ["LIMIT_SIZE"])
SECONDS = int(os.environ["LIMIT_MILLIS"]) / 1000
gate = asyncio.Semaphore(SIZE)


@contextlib.asynccontextmanager
async def threads(application):
    anyio.to_thread.current_default_thread_limiter().total_tokens = SIZE
    yield


app = FastAPI(lifespan=threads)


@app.get("/limited/workers")
def workers():
    time.sleep(SECONDS)
    return "served"


@app.get("/limited/async-semaphore")
async def gated():
    async with gate:
        await asyncio.sleep(SECONDS)
    return "served"


@app.get("/limited/loop")
async def loop():
    time.sleep(SECONDS)
    return "served"


@app.get("/limited/none")
async def none():
    await asyncio.sleep(SECONDS)
    return "served"


@app.get("/limited/refuse")
async def refuse():
    if gate.locked():
        return Response("too many", status_code=503)
    return await gated()


uvicorn.run(app, host="127.0.0.1", port=int(os.environ["SERVER_PORT"]), log_level="error")
