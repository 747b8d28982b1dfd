"""FastAPI whose requests pass a chain of stations, such as wait:100,lock:10: SERVER_PORT, STATIONS."""
import asyncio
import os
import time

import uvicorn
from fastapi import FastAPI, Response

PASS, ANSWER = 200, 0


def wait(millis):
    async def station():
        await asyncio.sleep(millis / 1000)
        return PASS
    return station


def cpu(millis):
    async def station():
        end = time.thread_time() + millis / 1000
        while time.thread_time() < end:
            pass
        return PASS
    return station


def lock(millis):
    return serving(1, wait(millis))


def serving(size, inside):
    gate = asyncio.Semaphore(size)

    async def station():
        async with gate:
            return await inside()
    return station


def pool(size, port):
    idle = []

    async def exchange():
        reader, writer = idle.pop() if idle else await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"?")
        await reader.readexactly(1)
        idle.append((reader, writer))
        return PASS
    return serving(size, exchange)


def cache(percent):
    asked = 0

    async def station():
        nonlocal asked
        asked += 1
        return PASS if asked * (100 - percent) // 100 > (asked - 1) * (100 - percent) // 100 else ANSWER
    return station


def bucket(per_second, burst, refuses=False):
    period = 1 / per_second
    following = time.monotonic() - burst * period

    async def station():
        nonlocal following
        now = time.monotonic()
        own = max(following, now - burst * period) + period
        if refuses and own > now:
            return 429
        following = own
        await asyncio.sleep(max(0, own - now))
        return PASS
    return station


def quota(per_second, burst):
    return bucket(per_second, burst, True)


def queue(workers, waiting, millis):
    serve, inside = serving(workers, wait(millis)), 0

    async def station():
        nonlocal inside
        if inside == workers + waiting:
            return 503
        inside += 1
        try:
            return await serve()
        finally:
            inside -= 1
    return station


app = FastAPI()
stations = [globals()[kind](*map(int, numbers)) for kind, *numbers in (text.split(":") for text in os.environ["STATIONS"].split(","))]


@app.get("/chain")
async def chain():
    for station in stations:
        status = await station()
        if status != PASS:
            return Response("passed", status_code=status or 200)
    return Response("passed")


uvicorn.run(app, host="127.0.0.1", port=int(os.environ["SERVER_PORT"]), log_level="error", timeout_keep_alive=600)
