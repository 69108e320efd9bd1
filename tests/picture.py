"""What a client knows about a table: a view updated by differences, as documented in section 4 of docs/protocol.md,
and the text of every event."""
import json

ITEM = {"face": None, "value": 0, "owner": None, "on": None, "marks": []}


def fill(item):
    return {**ITEM, **item}


class Picture:
    """The zones that one viewer sees, as [zone, items] in order."""

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
        """Applies the changes of a move's event."""
        self.turn = event["turn"]
        if "zones" in event:
            self.take_zones(event["zones"])
            return
        put = event.get("put", [])
        known = {item["id"]: item for _, items in self.zones for item in items}
        self.take_out(set(event.get("removed", [])) | {entry["id"] for entry in put})
        for place in reversed(event.get("removed_zones", [])):
            del self.zones[place]
        for zone in event.get("added_zones", []):
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
    """Everything a client was sent, over any number of connections."""

    def __init__(self):
        self.table = self.code = self.token = None
        self.n = 0
        self.eyes = []
        self.pictures = {}   # by viewer
        self.questions = {}  # by viewer: the message with the question
        self.texts = {}       # by viewer and number of the event: its text
        self.refusals = []
        self.undo_request = 0  # the number of the last one

    def receive(self, text):
        message = json.loads(text)
        handler = getattr(self, "hear_" + message["type"].replace("-", "_"), None)
        self.n = max(self.n, message.get("n", 0))
        if handler:
            handler(message)
        return message["type"]

    def hear_token(self, message):
        self.token = message["token"]

    def hear_end_requested(self, message):
        self.undo_request = message["request"]

    def hear_undo_requested(self, message):
        self.undo_request = message["request"]

    def hear_refused(self, message):
        self.refusals.append(message["reason"]["key"])

    def hear_table(self, message):
        self.table, self.code = message["id"], message["code"]
        if message["phase"] == "waiting":
            self.pictures, self.questions = {}, {}

    def hear_you(self, message):
        self.eyes = message["viewers"]
        self.pictures = {viewer: p for viewer, p in self.pictures.items() if viewer in self.eyes}
        self.questions = {viewer: q for viewer, q in self.questions.items() if viewer in self.eyes}

    def hear_view(self, message):
        self.pictures[message["viewer"]] = Picture(message["sight"])
        self.questions.pop(message["viewer"], None)
        if "question" in message:
            self.questions[message["viewer"]] = {**message["sight"], "question": message["question"]}

    def hear_event(self, message):
        for viewer in [message["viewer"]] if "viewer" in message else self.eyes:
            self.note(viewer, message)
            if "turn" in message:
                self.pictures[viewer].follow(message)
                if viewer not in message["turn"]:
                    self.questions.pop(viewer, None)

    def hear_question(self, message):
        self.questions[message["viewer"]] = message

    def hear_log(self, message):
        for entry in message["entries"]:
            self.n = max(self.n, entry["n"])
            self.note(message["viewer"], entry)

    def note(self, viewer, entry):
        self.texts[viewer, entry["n"]] = json.dumps(entry.get("phrases", entry.get("chat")))
