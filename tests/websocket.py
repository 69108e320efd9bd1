"""A small WebSocket client (RFC 6455) over plain sockets, for tests: it can also misbehave."""
import base64
import hashlib
import os
import socket
import struct

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PATIENCE = 60  # seconds for an answer: a busy machine needs a few, a broken server all of them


def frame(opcode, payload=b"", fin=True, masked=True, first=None):
    """The bytes of one frame; `first` replaces its first byte."""
    head = bytes([(0x80 if fin else 0) | opcode if first is None else first])
    bit = 0x80 if masked else 0
    if len(payload) < 126:
        head += bytes([bit | len(payload)])
    elif len(payload) < 65536:
        head += bytes([bit | 126]) + struct.pack(">H", len(payload))
    else:
        head += bytes([bit | 127]) + struct.pack(">Q", len(payload))
    if not masked:
        return head + payload
    mask = os.urandom(4)
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


def address_of(port):
    """Host and port: a port is one of this machine, or already a pair of both."""
    return port if isinstance(port, tuple) else ("127.0.0.1", port)


def connect(port, timeout=PATIENCE):
    end = socket.create_connection(address_of(port), timeout=timeout)
    end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return end


def request(port, path, fields=(), method="GET", raw=None):
    """One request on its own connection: status, fields (names in lower case), body."""
    end = connect(port)
    host = "%s:%d" % address_of(port)
    head = f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n"
    end.sendall(raw if raw is not None else
                (head + "".join(f + "\r\n" for f in fields) + "\r\n").encode("latin-1"))
    answer = b""
    while piece := receive(end):
        answer += piece
    end.close()
    return parse(answer)


def receive(end):
    try:
        return end.recv(65536)
    except ConnectionError:
        return b""


def parse(answer):
    head, _, body = answer.partition(b"\r\n\r\n")
    lines = head.decode("latin-1").split("\r\n")
    status = int(lines[0].split()[1]) if lines[0] else 0
    return status, {k.lower(): v for k, _, v in (f.partition(": ") for f in lines[1:])}, body


class Refused(Exception):
    """The handshake was answered with a status other than 101: args[0]."""


class WebSocket:
    """A connection that has said hello, unless `hello` is false."""

    def __init__(self, port, fields=(), path="/socket", timeout=PATIENCE, host=None, hello=True):
        self.end = connect(port, timeout)
        self.rest = b""
        self.closed = None  # the peer's close code, 1005 without one, 1006 without a close
        key = base64.b64encode(os.urandom(16)).decode()
        host = host or "%s:%d" % address_of(port)
        self.end.sendall((f"GET {path} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
                          "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                          f"Sec-WebSocket-Key: {key}\r\n" + "".join(f + "\r\n" for f in fields)
                          + "\r\n").encode())
        while b"\r\n\r\n" not in self.rest:
            piece = receive(self.end)
            if not piece:
                break
            self.rest += piece
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        status, got, _ = parse(head + b"\r\n\r\n")
        if status != 101:
            self.end.close()
            raise Refused(status)
        accept = hashlib.sha1((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").encode()).digest()
        assert got["sec-websocket-accept"] == base64.b64encode(accept).decode()
        if hello:
            self.send("hello 2")
            self.receive()

    def send(self, text):
        self.end.sendall(frame(TEXT, text.encode()))

    def raw(self, data):
        self.end.sendall(data)

    def _fill(self, count):
        """Reads until `rest` has `count` bytes."""
        while len(self.rest) < count:
            piece = receive(self.end)
            if not piece:
                raise EOFError
            self.rest += piece

    def frame(self):
        """The next frame as (opcode, payload); our server sends complete frames only. A frame is taken from `rest`
        when all of it has arrived: a timeout in the middle of it loses nothing."""
        self._fill(2)
        first, second = self.rest[:2]
        assert first & 0xF0 == 0x80 and not second & 0x80, (first, second)
        head = {126: 4, 127: 10}.get(second, 2)
        self._fill(head)
        size = int.from_bytes(self.rest[2:head], "big") if head > 2 else second
        self._fill(head + size)
        payload, self.rest = self.rest[head:head + size], self.rest[head + size:]
        return first & 15, payload

    def receive(self):
        """The next text, or None once it is closed; pings are answered."""
        while self.closed is None:
            try:
                opcode, payload = self.frame()
            except (EOFError, ConnectionError):
                self.closed = 1006
                break
            if opcode == TEXT:
                return payload.decode()
            if opcode == PING:
                self.raw(frame(PONG, payload))
            if opcode == CLOSE:
                self.closed = struct.unpack(">H", payload[:2])[0] if payload else 1005
        return None

    def drain(self):
        """Reads until the connection is closed and returns the code; 0 if it stays open."""
        try:
            while self.receive() is not None:
                pass
        except TimeoutError:
            return 0
        return self.closed

    def close(self):
        self.end.close()
