#!/usr/bin/python3
"""The rights of a running server and of the process that reads records: confinement.py FLIBUSTE RECORDS. Prints TAP."""
import os
import pwd
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import served
from served import Person, check, children, eventually
from websocket import connect

PROGRAM, RECORDS = sys.argv[1], Path(sys.argv[2])
PASSWORD = "swordfish-" + os.urandom(6).hex()


def status(pid):
    return dict(line.split(":\t", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines())


def threads(pid):
    return [dict(line.split(":\t", 1) for line in (task / "status").read_text().splitlines())
            for task in Path(f"/proc/{pid}/task").iterdir()]


def descriptors(pid):
    return sorted(os.readlink(link) for link in Path(f"/proc/{pid}/fd").iterdir())


def memory(pid):
    """Everything that the process can read."""
    with open(f"/proc/{pid}/maps", encoding="utf-8") as maps, open(f"/proc/{pid}/mem", "rb", 0) as bytes_of:
        for line in maps:
            low, high, rights = re.match(r"(\w+)-(\w+) (\S+)", line).groups()
            if rights[0] == "r" and "[v" not in line:
                bytes_of.seek(int(low, 16))
                yield bytes_of.read(int(high, 16) - int(low, 16))


def contains(pid, text):
    return any(text.encode() in part for part in memory(pid))


def post(server, question, record):
    body = f"{question}\n{(RECORDS / record).read_text(encoding='utf-8')}".encode()
    head = f"POST /replay HTTP/1.1\r\nHost: here\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    return served.request(server.port, "", raw=head + body)


def rights(server):
    records = children(server.process.pid)
    check("the server has one other process", len(records) == 1, records)
    for name, about in [("thread of the server", t) for t in threads(server.process.pid)] + [
            ("process for records", status(records[0]))]:
        check(f"{name}: no new privileges", about["NoNewPrivs"] == "1")
        check(f"{name}: a filter of system calls", about["Seccomp"] == "2")
        if name.startswith("process") or about["Pid"] == about["Tgid"]:
            check(f"{name}: no capabilities", int(about["CapEff"], 16) == int(about["CapPrm"], 16) == 0, about["CapEff"])
    nice = Path(f"/proc/{records[0]}/stat").read_text().rpartition(")")[2].split()[16]
    check("process for records: low priority", nice == "10", nice)
    check("the log reports it", re.search(r" event=confined landlock=\d+ seccomp=1 recordlandlock=\d+ recordseccomp=1$",
                                          server.log(), re.M), server.log())
    return records[0]


def secrets(server, worker):
    """Reading the memory of a process of another user needs root."""
    anne = Person(server)
    anne.ask("new mille-sabords seats=person,person", "table")
    anne.ask("sit 1 wind Anne", "seats")
    check("the server knows the password", contains(server.process.pid, PASSWORD))
    check("records: the password is not in memory", not contains(worker, PASSWORD))
    check("records: no token is in memory", anne.token and not contains(worker, anne.token))
    files = descriptors(worker)
    check("records: no file is open", all(name == "/dev/null" or name.startswith("socket:") for name in files)
          and len(files) == 4, files)
    check("records: no environment", Path(f"/proc/{worker}/environ").read_bytes() == b"")


def answers(server, worker):
    code, _, body = post(server, "views spectator", "corsaires-2.txt")
    check("a record is answered", code == 200 and b'"frames"' in body, body[:200])
    code, _, body = post(server, "analysis", "mille-sabords-2.txt")
    check("an analysis is answered", code == 200 and b'"type":"analysis"' in body, body[:200])
    check("its process has ended", eventually(lambda: not children(worker)), children(worker))


def gone(server):
    """A client that leaves ends the process of its question."""
    worker = children(server.process.pid)[0]
    body = f"analysis\n{(RECORDS / 'pirates-en-duel-level3-6.txt').read_text(encoding='utf-8')}".encode()
    line = connect(server.port)
    line.sendall(f"POST /replay HTTP/1.1\r\nHost: here\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body)
    check("a long question has a process", eventually(lambda: children(worker)))
    line.close()
    check("it ends with its client", eventually(lambda: not children(worker), 20))


def without_worker(server):
    """The process for records is killed: its questions are refused, the server continues."""
    os.kill(children(server.process.pid)[0], 9)
    code, _, body = post(server, "views spectator", "corsaires-2.txt")
    check("without the process, questions are refused", code >= 500, (code, body[:100]))
    check("and the server continues", server.get("/health")[0] == 200)


def other_user(scratch):
    """Started as root, the server becomes the user that is given."""
    if os.geteuid():
        return
    nobody = pwd.getpwnam("nobody")
    folder = Path(scratch) / "nobody"
    folder.mkdir()
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    os.chmod(scratch, 0o711)
    server = served.Server(PROGRAM, scratch, "--store", f"{folder}/tables.db", "--user", "nobody")
    about = status(server.process.pid)
    check("--user changes user and group", set(about["Uid"].split()) == {str(nobody.pw_uid)}
          and set(about["Gid"].split()) == {str(nobody.pw_gid)}, about["Uid"])
    check("it has no other groups", about["Groups"].split() in ([], [str(nobody.pw_gid)]), about["Groups"])
    check("and stops", server.stop() == 0)


def unknown_user(scratch):
    got = subprocess.run([PROGRAM, "serve", "--user", "no-such-user", "--store", f"{scratch}/u.db", "--lang", "en"],
                         capture_output=True, text=True, timeout=60, check=False)
    check("an unknown user is refused", got.returncode == 1 and "no-such-user" in got.stderr, got)


def main():
    with tempfile.TemporaryDirectory() as scratch:
        server = served.Server(PROGRAM, scratch, "--store", f"{scratch}/tables.db", env={"PGPASSWORD": PASSWORD})
        worker = rights(server)
        if os.geteuid() == 0:
            served.run(secrets, server, worker)
        served.run(answers, server, worker)
        served.run(gone, server)
        served.run(without_worker, server)
        check("the server stops", server.stop() == 0)
        served.run(other_user, scratch)
        served.run(unknown_user, scratch)
    return served.report()


sys.exit(main())
