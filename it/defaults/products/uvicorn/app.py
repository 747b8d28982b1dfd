async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            event = (await receive())["type"]
            await send({"type": event + ".complete"})
            if event == "lifespan.shutdown":
                return
    await send({"type": "http.response.start", "status": 200,
                "headers": [(b"content-type", b"text/plain"), (b"content-length", b"3")]})
    await send({"type": "http.response.body", "body": b"ok\n"})
