#!/usr/bin/python3
"""Runs a command with a private PostgreSQL server: postgres.py COMMAND ARGUMENTS...

The server has a free port, a temporary directory and the user postgres, because it refuses to run as root. The
variable FLIBUSTE_TEST_POSTGRES of the command is its URL. It is removed when the command ends."""
import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile


def programs():
    found = sorted(glob.glob("/usr/lib/postgresql/*/bin/initdb"))
    if not found:
        print("1..0 # SKIP needs Debian's package postgresql-15")
        sys.exit(0)
    return os.path.dirname(found[-1])


def become(user):
    """What a child process does to become this user, if it is root."""
    if os.getuid() != 0:
        return None
    entry = pwd.getpwnam(user)

    def switch():
        os.setgroups([])
        os.setgid(entry.pw_gid)
        os.setuid(entry.pw_uid)
    return switch


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Server:
    """A server, which `with` starts and removes. A primary whose commits wait for a standby (`standby`), or the standby of
    another server (`primary`)."""

    def __init__(self, primary=None, durable=False, standby=False):
        self.bin = programs()
        self.folder = tempfile.mkdtemp(prefix="flibuste-postgres-")
        self.data = self.folder + "/data"
        self.port = free_port()
        self.process = None
        if os.getuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        if primary:
            self.run("pg_basebackup", "-D", self.data, "-R", "-X", "stream", "-c", "fast", "-d",
                     f"host=127.0.0.1 port={primary.port} user=postgres application_name=standby")
        else:
            self.run("initdb", "-D", self.data, "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "-A", "trust",
                     "--no-sync")
        self.settings = {"listen_addresses": "127.0.0.1", "unix_socket_directories": self.folder,
                         "max_connections": "60", "max_wal_size": "256MB", "shared_buffers": "64MB"}
        if not durable:
            self.settings["fsync"] = "off"
        if standby:
            self.settings["synchronous_standby_names"] = "standby"

    def run(self, program, *arguments):
        done = subprocess.run([f"{self.bin}/{program}", *arguments], preexec_fn=become("postgres"), cwd=self.folder,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
        if done.returncode:
            sys.exit(f"postgres.py: {program} failed: {done.stdout}")
        return done.stdout

    def start(self):
        command = [f"{self.bin}/postgres", "-D", self.data, "-p", str(self.port)]
        for name, value in self.settings.items():
            command += ["-c", f"{name}={value}"]
        with open(self.folder + "/log", "ab") as log:
            self.process = subprocess.Popen(command, preexec_fn=become("postgres"), cwd=self.folder, stdout=log,
                                            stderr=log)
        for _ in range(300):
            ready = subprocess.run([f"{self.bin}/pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.port), "-t",
                                    "1"], check=False)
            if ready.returncode == 0:
                return
            if self.process.poll() is not None:
                break
            signal.sigtimedwait([], 0.05)
        with open(self.folder + "/log", encoding="utf-8", errors="replace") as log:
            sys.exit("postgres.py: the server did not start:\n" + log.read())

    def sql(self, text):
        return self.run("psql", "-X", "-q", "-At", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", "-c",
                        text, "postgres").strip()

    def url(self, database="postgres"):
        return f"postgres://postgres@127.0.0.1:{self.port}/{database}"

    def stop(self, how=signal.SIGQUIT):
        if self.process and self.process.poll() is None:
            self.process.send_signal(how)
            self.process.wait()

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with Server() as server:
        environment = dict(os.environ, FLIBUSTE_TEST_POSTGRES=server.url())
        status = subprocess.run(sys.argv[1:], env=environment, check=False).returncode
    sys.exit(status if status >= 0 else 128 - status)


if __name__ == "__main__":
    main()
