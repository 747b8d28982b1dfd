import os

from aiohttp import ClientSession, web

session = web.AppKey("session", ClientSession)


async def slow(request):
    async with request.app[session].get("http://127.0.0.1:%s/" % os.environ["BACK_PORT"]) as answer:
        return web.Response(body=await answer.read())


async def sessions(app):
    async with ClientSession() as app[session]:
        yield


app = web.Application()
app.router.add_get("/slow", slow)
app.cleanup_ctx.append(sessions)
web.run_app(app, host="127.0.0.1", port=int(os.environ["PORT"]))
