import asyncio
import os

from tornado.httpclient import AsyncHTTPClient
from tornado.web import Application, RequestHandler


class Slow(RequestHandler):
    async def get(self):
        answer = await AsyncHTTPClient().fetch("http://127.0.0.1:%s/" % os.environ["BACK_PORT"])
        self.write(answer.body)


async def main():
    Application([("/slow", Slow)]).listen(int(os.environ["PORT"]), "127.0.0.1")
    await asyncio.Event().wait()


asyncio.run(main())
