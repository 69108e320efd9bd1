#!/usr/bin/python3
"""Forwards TCP connections and delays what they carry: slow_link.py LISTEN TARGET [LISTEN TARGET]... with addresses
HOST:PORT. Each line of standard input is the new delay, in milliseconds, of each direction."""
import asyncio
import os
import sys

delay = 0.0  # seconds


async def carry(reader, writer):
    """Copies one direction; each piece is sent `delay` after it has arrived, in order."""
    pieces, loop = asyncio.Queue(), asyncio.get_running_loop()

    async def send():
        while (item := await pieces.get())[1]:
            await asyncio.sleep(max(0, item[0] - loop.time()))
            writer.write(item[1])
            await writer.drain()

    sender = asyncio.create_task(send())
    try:
        while piece := await reader.read(65536):
            pieces.put_nowait((loop.time() + delay, piece))
    except OSError:
        pass
    pieces.put_nowait((0, b""))
    try:
        await sender
    except OSError:
        pass
    writer.close()


def forward(target):
    async def accepted(reader, writer):
        try:
            far_reader, far_writer = await asyncio.open_connection(*target)
        except OSError:
            writer.close()
            return
        await asyncio.gather(carry(reader, far_writer), carry(far_reader, writer))
    return accepted


def pair(text):
    host, port = text.rsplit(":", 1)
    return host, int(port)


def read_delay():
    global delay
    line = sys.stdin.readline()
    if not line:
        os._exit(0)
    delay = float(line) / 1000


async def main():
    for listen, target in zip(sys.argv[1::2], sys.argv[2::2]):
        await asyncio.start_server(forward(pair(target)), *pair(listen))
    asyncio.get_running_loop().add_reader(sys.stdin, read_delay)
    print("ready", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
