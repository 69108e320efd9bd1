#!/usr/bin/python3
"""The JSON of every command follows the schema in docs/json.md: json_docs.py PROGRAM. Prints TAP."""
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
GOLDEN = HERE / "golden"
TYPES = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "object": dict, "array": list,
         "null": type(None)}

COMMANDS = [
    "games --json", "saves --json", "sim corsaires --games 4 --json", "sim mille-sabords --games 4 --leads --json",
    "arena corsaires --games 4 --agents greedy,random --json",
    "arena corsaires --games 20 --agents greedy,random --sprt --json",
    "score mille-sabords --card coin --dice SPPPCDMX --json", "score mille-sabords --card coin --dice SSSSPPPP --json",
    "solve mille-sabords --json", "solve mille-sabords --card coin --dice SPPPCDMX --json",
    f"verify {GOLDEN}/records/mille-sabords-2.txt --json", f"verify {GOLDEN}/fair/aux-sabords.txt --json",
    f"hint {GOLDEN}/parts/open-seat-3.txt --playouts 300 --json",
    f"analyse {GOLDEN}/records/corsaires-2.txt --playouts 4 --json",
    f"analyse {GOLDEN}/records/mille-sabords-2.txt --playouts 32 --json",
]


def fits(value, kind):
    number = kind in ("integer", "number")
    return isinstance(value, TYPES[kind]) and not (number and isinstance(value, bool))


def faults(value, schema, definitions, where="$"):
    """The places where a value differs from the schema."""
    if "$ref" in schema:
        yield from faults(value, definitions[schema["$ref"].rsplit("/", 1)[1]], definitions, where)
        return
    if "anyOf" in schema:
        found = [list(faults(value, one, definitions, where)) for one in schema["anyOf"]]
        yield from min(found, key=len)
        return
    if "enum" in schema:
        if value not in schema["enum"]:
            yield f"{where}: {value!r} is not in {schema['enum']}"
        return
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if not any(fits(value, kind) for kind in kinds):
        yield f"{where}: {value!r} is not of type {kinds}"
        return
    if isinstance(value, list) and "items" in schema:
        for number, item in enumerate(value):
            yield from faults(item, schema["items"], definitions, f"{where}[{number}]")
    if isinstance(value, dict) and ("properties" in schema or "additionalProperties" in schema):
        properties = schema.get("properties", {})
        for name in schema.get("required", []):
            if name not in value:
                yield f"{where}: {name} is missing"
        for name, member in value.items():
            other = properties.get(name, schema.get("additionalProperties"))
            if other is None:
                yield f"{where}: {name} is not documented"
            else:
                yield from faults(member, other, definitions, f"{where}.{name}")


def main():
    program = os.path.abspath(sys.argv[1])
    text = (HERE.parent / "docs" / "json.md").read_text(encoding="utf-8")
    schemas = {}
    for block in re.findall(r"```json\n(.*?)```", text, re.S):
        schema = json.loads(block)
        for command in schema["$comment"].split()[1:]:
            schemas[command] = schema
    used = set()
    failed = 0
    print(f"1..{len(COMMANDS) + 1}")
    with tempfile.TemporaryDirectory() as home:
        environment = {"PATH": os.environ["PATH"], "HOME": home, "LANG": "en_GB.UTF-8"}
        subprocess.run([program, "play", "corsaires", "--seed", "1"], input="1\n", env=environment, text=True,
                       capture_output=True, check=False)
        for number, command in enumerate(COMMANDS, 1):
            name = command.split()[0]
            got = subprocess.run([program, *command.split()], env=environment, text=True, capture_output=True, check=True)
            value = json.loads(got.stdout)
            found = list(faults(value, schemas[name], schemas[name].get("definitions", {})))[:5]
            if name == "saves" and not value["saves"]:
                found.append("the game is not listed")
            used.add(name)
            failed += bool(found)
            print(f"{'not ok' if found else 'ok'} {number} - {command}")
            for fault in found:
                print(f"# {fault}")
    all_used = used == set(schemas)
    failed += not all_used
    print(f"{'ok' if all_used else 'not ok'} {len(COMMANDS) + 1} - every schema is checked")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
