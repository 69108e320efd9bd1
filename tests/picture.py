"""What a client of the server knows of a table: a picture kept up to date by differences, as
docs/protocol.md tells in its section 4, and the words of every event."""
import json

ITEM = {"face": None, "value": 0, "owner": None, "on": None, "marks": []}


def fill(item):
    return {**ITEM, **item}


class Picture:
    """The zones one viewer sees, as [zone, items] in order."""

    def __init__(self, sight):
        self.turn = sight["turn"]
        self.take_zones(sight["zones"])

    def take_zones(self, zones):
        self.zones = [[{k: v for k, v in zone.items() if k != "items"}, [fill(i) for i in zone["items"]]]
                      for zone in zones]

    def take_out(self, ids):
        for _, items in self.zones:
            items[:] = [item for item in items if item["id"] not in ids]

    def find(self, id):
        return next(item for _, items in self.zones for item in items if item["id"] == id)

    def follow(self, event):
        """What an event of a move changes."""
        self.turn = event["turn"]
        if "zones" in event:
            self.take_zones(event["zones"])
            return
        put = event.get("put", [])
        known = {item["id"]: item for _, items in self.zones for item in items}
        self.take_out(set(event.get("gone", [])) | {entry["id"] for entry in put})
        for place in reversed(event.get("closed", [])):
            del self.zones[place]
        for zone in event.get("opened", []):
            self.zones.insert(zone["at"], [{k: v for k, v in zone.items() if k != "at"}, []])
        for entry in put:
            zone, place = entry["at"]
            item = known.get(entry["id"]) or fill({"id": entry["id"]})
            self.zones[zone][1].insert(place, item)
            item.update({k: v for k, v in entry.items() if k != "at"})
        for entry in event.get("set", []):
            for id in entry["id"]:
                self.find(id).update({k: v for k, v in entry.items() if k != "id"})

    def text(self):
        return json.dumps([self.turn, self.zones], sort_keys=True)


class Knowledge:
    """Everything a line was told, by whichever connection."""

    def __init__(self):
        self.table = self.code = self.token = None
        self.n = 0
        self.eyes = []
        self.pictures = {}   # by viewer
        self.questions = {}  # by viewer: the message that asked
        self.told = {}       # by viewer and number of the event: its words
        self.refusals = []

    def hear(self, text):
        message = json.loads(text)
        handler = getattr(self, "hear_" + message["is"].replace("-", "_"), None)
        self.n = max(self.n, message.get("n", 0))
        if handler:
            handler(message)
        return message["is"]

    def hear_token(self, message):
        self.token = message["token"]

    def hear_refused(self, message):
        self.refusals.append(message["why"]["key"])

    def hear_table(self, message):
        self.table, self.code = message["id"], message["code"]
        if message["phase"] == "gathering":
            self.pictures, self.questions = {}, {}

    def hear_you(self, message):
        self.eyes = message["eyes"]
        self.pictures = {viewer: p for viewer, p in self.pictures.items() if viewer in self.eyes}
        self.questions = {viewer: q for viewer, q in self.questions.items() if viewer in self.eyes}

    def hear_view(self, message):
        self.pictures[message["as"]] = Picture(message["sight"])
        self.questions.pop(message["as"], None)
        if "question" in message:
            self.questions[message["as"]] = {**message["sight"], "question": message["question"]}

    def hear_event(self, message):
        for viewer in [message["as"]] if "as" in message else self.eyes:
            self.note(viewer, message)
            if "turn" in message:
                self.pictures[viewer].follow(message)
                if viewer not in message["turn"]:
                    self.questions.pop(viewer, None)

    def hear_ask(self, message):
        self.questions[message["as"]] = message

    def hear_log(self, message):
        for entry in message["entries"]:
            self.n = max(self.n, entry["n"])
            self.note(message["as"], entry)

    def note(self, viewer, entry):
        self.told[viewer, entry["n"]] = json.dumps(entry.get("say", entry.get("chat")))
