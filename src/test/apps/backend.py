"""Backend behind pools of connections: PORT PLACES MILLIS. Answers each byte when one of its places has served it."""
import asyncio
import sys

port, places, millis = map(int, sys.argv[1:])


async def main():
    gate = asyncio.Semaphore(places)

    async def serve(reader, writer):
        while byte := await reader.read(1):
            async with gate:
                await asyncio.sleep(millis / 1000)
            writer.write(byte)

    async with await asyncio.start_server(serve, "127.0.0.1", port, backlog=1024) as server:
        await server.serve_forever()


asyncio.run(main())
