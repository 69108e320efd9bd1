#!/usr/bin/python3
"""Attacks on passports: passports.py PROGRAM. Nobody acts, reads or is listed for another; a stolen database signs nobody
in; wrong codes are limited; revoked devices are refused; nothing of a deleted passport is left. With
FLIBUSTE_TEST_POSTGRES (tests/postgres.py): the same passports at two nodes. Prints TAP."""
import json
import os
import random
import secrets
import sqlite3
import subprocess
import sys
import tempfile

import served
from served import Person, check, eventually

PROGRAM = os.path.abspath(sys.argv[1])
DATABASE = os.environ.get("FLIBUSTE_TEST_POSTGRES")
ANSWERS = ("passport", "devices", "passport-code", "games", "people", "done")


class Client(Person):
    """A client with a secret, from an address of its own."""
    addresses = 0

    def __init__(self, server, secret=None, address=None):
        Client.addresses += 1
        self.address = address or f"10.1.{Client.addresses // 250}.{Client.addresses % 250 + 1}"
        self.secret = secret or secrets.token_hex(32)
        self.handle = None
        super().__init__(server)

    def connect(self):
        self.ws = self.server.socket(f"X-Forwarded-For: {self.address}", timeout=self.timeout)

    def do(self, line):
        """The answer to a command, or the key of the reason why it was refused."""
        answer = self.ask(line, *ANSWERS)
        return answer["reason"]["key"] if answer["type"] == "refused" else answer

    def create(self, name):
        answer = self.do(f"passport new {self.secret} 3 {name}")
        self.handle = answer["handle"]
        return self

    def sign_in(self):
        return self.do(f"passport in {self.secret}")

    def text(self):
        return json.dumps(self.heard)


def play(people, rng):
    """Plays a match to its end."""
    while True:
        mover = next((p for p in people if p.question), None)
        if not mover:
            for person in people:
                person.do("people")  # everything sent before has arrived
            continue
        line, mover.question = mover.choice(rng), None
        event = mover.ask(line, "event")
        if event.get("over"):
            return
        for person in people:
            person.do("people")


def two_people_play(server):
    anne, bob = Client(server).create("Anne"), Client(server).create("Bob")
    anne.ask("new mille-sabords seats=person,person pace=0", "table")
    anne.ask("sit 1", "seats")
    bob.ask(f"join {anne.table}", "seats")
    bob.ask("sit 2", "seats")
    anne.ask("start", "view")
    bob.until("view")
    play((anne, bob), random.Random(3))
    for person in (anne, bob):
        person.ask("leave", "you")
    return anne, bob


def nobody_acts_for_another(server, anne, bob):
    """Mallory knows everything that is public: the handle of Anne, her table, her name."""
    mallory = Client(server).create("Mallory")
    anne.ask("new corsaires seats=person,person lobby=public", "table")
    anne.ask("sit 1", "seats")
    check("a seat of a passport has no token", not anne.token, anne.token)
    table = anne.table
    entered = mallory.ask(f"resume {table} -", "you")
    check("without the passport nobody resumes its seats", entered["seats"] == [] and not entered["owner"], entered)
    for token in ("0" * 32, anne.handle * 2, anne.secret[:32]):
        other = Client(server).create("Eve")
        refused = other.ask(f"resume {table} {token}", "you")
        check("and no token opens them", refused["type"] == "refused", refused)
    for command, reason in ((f"passport delete {anne.handle}", "host.at-a-table"), ("ban 1", "host.not-owner"),
                            ("link 1", "host.not-owner"), ("passport revoke 2", "host.unknown-device"),
                            (f"passport merge {anne.handle * 4}", "host.unknown-passport"),
                            (f"invite {anne.handle}", "host.not-owner"), ("start", "host.not-owner")):
        got = mallory.do(command)
        check(f"{' '.join(command.split()[:1 + command.startswith('passport')])} is refused", got == reason, got)
    mallory.ask("leave", "you")
    got = mallory.do(f"passport delete {anne.handle}")
    check("nobody deletes the passport of another", got == "host.not-your-handle", got)
    mallory.ask("new corsaires seats=person,person", "table")
    known, unknown = (mallory.do(f"invite {handle}") for handle in (anne.handle, "0123456789abcdef"))
    check("a handle cannot be tested for existence", known == unknown == "host.unknown-person", (known, unknown))
    got = anne.do("games")
    check("nor invited by strangers", got["invitations"] == [], got["invitations"])
    for command in ("games", "people", "passport devices", "passport export"):
        mallory.say(command)
        mallory.until("games", "people", "devices", "export", "refused")
    check("no list of another has the handle, the table or the secret of Anne", not any(
        text in mallory.text() for text in (anne.handle, anne.secret, bob.handle)))
    got = bob.do("games")
    check("Bob's list does not have Anne's running game", got["running"] == [] and len(got["finished"]) == 1, got)
    for path in ("/lobby", f"/table/{table}", f"/record/{table}"):
        body = server.get(path)[2].decode()
        check(f"{path.split('/')[1]} has no handle", anne.handle not in body and anne.secret not in body, body)


def wrong_codes_are_limited(server, anne):
    guesser = Client(server, address="10.9.9.9")
    code = anne.do("passport code")["code"]
    made = 0
    while guesser.do(f"passport use {made:012x} {guesser.secret}") == "host.wrong-code" and made < 200:
        made += 1
        if made % 7 == 0:  # a new connection does not help
            guesser.ws.close()
            guesser.connect()
    check("after 30 wrong codes an address has to wait", made == 30, made)
    got = guesser.do(f"passport use {code} {guesser.secret}")
    check("even with the right one", got == "host.too-many-guesses", got)
    other = Client(server)
    check("another address is not concerned", other.do(f"passport use {code} {other.secret} Phone")["type"] == "passport")
    late = Client(server)
    got = late.do(f"passport use {code} {late.secret}")
    check("a code works once", got == "host.wrong-code", got)
    return other


def a_revoked_device_is_refused(server, anne, phone):
    entered = phone.ask(f"resume {anne.table} -", "you")
    check("another device opens the seats", entered["seats"] == [1] and entered["owner"], entered)
    devices = anne.do("passport devices")["devices"]
    check("devices have names", [d["name"] for d in devices] == ["", "Phone"], devices)
    left = anne.do("passport revoke 2")["devices"]
    check("a device is revoked", len(left) == 1, left)
    lost = phone.until("passport")
    check("it is signed out at once", lost["handle"] is None, lost)
    check("and has left its table", [m for m in phone.heard if m["type"] == "you"][-1]["table"] is None)
    for command in ("games", "people", "passport export", "passport code"):
        got = phone.do(command)
        check(f"{command} is refused", got == "host.not-signed-in", got)
    again = Client(server, phone.secret)
    got = again.sign_in()
    check("its secret signs nobody in", got == "host.unknown-passport", got)
    entered = again.ask(f"resume {anne.table} -", "you")
    check("nor opens a seat", entered["seats"] == [], entered)
    got = again.ask("move 0 nothing", "event")
    check("nor moves", got["type"] == "refused", got)


def stolen(scratch, store, name):
    """A copy of the database, as (all values, all bytes of the file)."""
    path = os.path.join(scratch, name)
    subprocess.run([PROGRAM, "backup", store, path], check=True, env={"LANG": "en"})
    database = sqlite3.connect(path)
    values = [value for (table,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()
              for row in database.execute(f"SELECT * FROM {table}") for value in row]
    with open(path, "rb") as file:
        return values, file.read()


def a_stolen_database_signs_nobody_in(server, scratch, store, anne, bob):
    code = bob.do("passport code")["code"]
    values, file = stolen(scratch, store, "stolen.db")
    for name, secret in (("secret", anne.secret), ("secret of another", bob.secret), ("code", code)):
        check(f"the database does not contain a {name}",
              secret.encode() not in file and bytes.fromhex(secret) not in file)
    found = {value[i:i + 32].hex() for value in values if isinstance(value, bytes)
             for i in range(0, max(len(value) - 31, 0))}
    tried = sorted(found)
    random.Random(1).shuffle(tried)
    opened = []
    for secret in tried[:300]:
        thief = Client(server, secret)
        if thief.sign_in() != "host.unknown-passport":
            opened.append(secret)
        thief.ws.close()
    check(f"none of {len(tried[:300])} values of it is a secret", tried and not opened, opened)
    thief = Client(server)
    got = [thief.ask(f"resume {anne.table} {value[:32]}", "you") for value in tried[:8]]
    check("nor a token", all(answer["type"] == "refused" for answer in got), got)


def nothing_of_a_deleted_passport_is_left(server, scratch, store, anne, bob):
    number = int(anne.handle, 16)
    before = stolen(scratch, store, "before.db")[0]
    anne.ask("close", "table")
    anne.ws.close()
    anne.connect()
    anne.sign_in()
    got = anne.do(f"passport delete {anne.handle}")
    check("a passport is deleted", got["handle"] is None, got)
    after = stolen(scratch, store, "after.db")[0]
    big, little = number.to_bytes(8, "big"), number.to_bytes(8, "little")
    signed = number - (1 << 64) if number >> 63 else number

    def left(values):
        return [v for v in values if v == signed or isinstance(v, bytes) and (big in v or little in v)]
    check("it was there", len(left(before)) > 4, left(before))
    check("nothing of it is left", not left(after), left(after))
    check("its secret signs nobody in", anne.sign_in() == "host.unknown-passport")
    check("others do not list it any more", bob.do("people")["people"] == [])
    check("their results stay", len(bob.do("games")["finished"]) == 1)


def attack(scratch):
    store = os.path.join(scratch, "tables.db")
    server = served.Server(PROGRAM, scratch, "--store", store, "--rate", "100000", "--trust-proxy")
    anne, bob = two_people_play(server)
    served.run(nobody_acts_for_another, server, anne, bob)
    phone = wrong_codes_are_limited(server, anne)
    served.run(a_revoked_device_is_refused, server, anne, phone)
    served.run(a_stolen_database_signs_nobody_in, server, scratch, store, anne, bob)
    served.run(nothing_of_a_deleted_passport_is_left, server, scratch, store, anne, bob)
    log = server.log()
    check("the log has no secrets and handles", not any(t in log for t in (anne.secret, bob.secret, bob.handle)))
    check("the server stops", server.stop() == 0)


def two_nodes(scratch):
    """The same passport at two nodes: seats, codes, changes at the same time, revoked devices."""
    settings = os.path.join(scratch, "settings")
    with open(settings, "w", encoding="utf-8") as file:
        file.write(f"store = {DATABASE}\nunreplicated = yes\nrate = 100000\n")
    here, there = (served.Server(PROGRAM, scratch, "--settings", settings) for _ in range(2))
    check("the nodes know each other", eventually(lambda: here.metric("nodes") == there.metric("nodes") == 2))
    anne = Client(here).create("Anne")
    anne.ask("new corsaires seats=person,person", "table")
    anne.ask("sit 1", "seats")
    code = anne.do("passport code")["code"]
    phone = Client(there)
    got = phone.do(f"passport use {code} {phone.secret} Phone")
    check("a code of one node is valid at the other", got.get("handle") == anne.handle, got)
    entered = phone.ask(f"resume {anne.table} -", "you")
    check("a device opens the seats at the other node", entered["seats"] == [1] and entered["owner"], entered)
    stranger = Client(there).create("Mallory")
    entered = stranger.ask(f"resume {anne.table} -", "you")
    check("a stranger does not", entered["seats"] == [] and not entered["owner"], entered)
    second = Client(there, phone.secret)
    second.sign_in()
    running = second.do("games")["running"]
    check("my games are listed at both", [g["table"] for g in running] == [anne.table], running)
    check("a node without the table leaves it out", "turn" not in running[0], running)
    for number in range(10):
        anne.say(f"passport avatar {number}")
        second.say(f"passport name Anne {number}")
        anne.until("passport", "refused")
        second.until("passport", "refused")
    check("simultaneous changes are both kept", eventually(lambda: (
        lambda p: p["avatar"] == 9 and p["name"] == "Anne 9")(Client(here, anne.secret).sign_in())))
    second.ask("new corsaires seats=person,person", "table")
    second.ask("sit 1", "seats")
    anne.do("passport revoke 2")
    lost = phone.until("passport")
    check("a device is revoked where its table is", lost and lost["handle"] is None, lost)
    lost = second.until("passport")
    check("and, without a command, at a table of the other node", lost and lost["handle"] is None, lost)
    check("which it has left", [m for m in second.heard if m["type"] == "you"][-1]["table"] is None)
    check("its secret is unknown at both", [Client(node, phone.secret).sign_in() for node in (here, there)] ==
          ["host.unknown-passport"] * 2)
    check("the nodes stop", [node.stop() for node in (there, here)] == [0, 0])


with tempfile.TemporaryDirectory() as directory:
    served.run(two_nodes if DATABASE else attack, directory)
sys.exit(served.report())
