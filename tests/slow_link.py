#!/usr/bin/python3
"""Forwards TCP connections and delays what they carry: slow_link.py LISTEN TARGET [LISTEN TARGET]... with addresses
HOST:PORT. Commands on standard input, one per line:

  delay MS    delays each direction by MS milliseconds
  break HOST  each connection of HOST breaks when HOST next sends something, which arrives nevertheless, later"""
import asyncio
import os
import random
import sys

LATEST = 0.8  # seconds until something arrives whose connection has broken
delay = 0.0  # seconds
connections = set()


class Connection:
    """A connection from `near`, which called, to `far`."""

    def __init__(self, near_writer):
        self.host, self.near, self.breaks = near_writer.get_extra_info("peername")[0], near_writer, False

    async def carry(self, reader, writer, forth):
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
                late = forth and self.breaks
                if late:
                    self.near.transport.abort()
                pieces.put_nowait((loop.time() + (random.random() * LATEST if late else delay), piece))
                if late:
                    break
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
        connection = Connection(writer)
        try:
            far_reader, far_writer = await asyncio.open_connection(*target)
        except OSError:
            writer.close()
            return
        connections.add(connection)
        await asyncio.gather(connection.carry(reader, far_writer, True), connection.carry(far_reader, writer, False))
        connections.discard(connection)
    return accepted


def pair(text):
    host, port = text.rsplit(":", 1)
    return host, int(port)


def execute():
    global delay
    words = sys.stdin.readline().split()
    if not words:
        os._exit(0)
    if words[0] == "delay":
        delay = float(words[1]) / 1000
    for connection in connections:
        connection.breaks |= words == ["break", connection.host]


async def main():
    for listen, target in zip(sys.argv[1::2], sys.argv[2::2]):
        await asyncio.start_server(forward(pair(target)), *pair(listen))
    asyncio.get_running_loop().add_reader(sys.stdin, execute)
    print("ready", flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
