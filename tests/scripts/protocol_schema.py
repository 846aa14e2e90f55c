"""protocol_schema.py - holds messages against doc/protocol.schema.json.

`check_message` and `check_request` raise AssertionError for one that is not as the schema says.  They are called for every message of
every test over the wire, so the schema of each kind is compiled once, and only that of the message's own kind is tried."""
import json
import pathlib

import jsonschema

SCHEMA = json.loads((pathlib.Path(__file__).resolve().parents[2] / "doc/protocol.schema.json").read_text())
DEFS = SCHEMA["$defs"]


def resolved(schema):
    """The schema with what its $refs point to in their places, as none points to itself: looking them up takes most of the time."""
    if isinstance(schema, list):
        return [resolved(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return resolved(DEFS[schema["$ref"].rsplit("/", 1)[1]])
    return {key: resolved(value) for key, value in schema.items()}


def kinds(group):
    return [one["$ref"].rsplit("/", 1)[1] for one in DEFS[group]["oneOf"]]


def without_events(schema):
    """An update's events are checked one by one, each by the schema of its kind."""
    events = {"type": "array"}
    return {**schema, "properties": {**schema["properties"], **({"events": events} if "events" in schema["properties"] else {})}}


VALIDATORS = {name: jsonschema.Draft202012Validator(without_events(resolved(DEFS[name])))
              for group in ("Request", "Message", "Event") for name in kinds(group)}
REQUESTS = {DEFS[name]["properties"]["do"]["const"]: name for name in kinds("Request")}
EVENTS = {DEFS[name]["properties"]["event"]["const"]: name for name in kinds("Event")}
MESSAGES = [(DEFS[name]["required"][0], name) for name in kinds("Message")]  # the first whose key is there
seen = set()  # the kinds that were checked


def check(name, what):
    error = next(VALIDATORS[name].iter_errors(what), None)
    assert error is None, f"not as {name} in the schema: {error.json_path}: {error.message[:300]}"
    seen.add(name)


def kind_of(message):
    name = next((name for key, name in MESSAGES if key in message), None)
    assert name, f"no message of the schema has these fields: {sorted(message)}"
    return name


def check_message(message):
    """A message of a house."""
    for event in message.get("events", []):
        assert event.get("event") in EVENTS, f"the schema has no such event: {event}"
        check(EVENTS[event["event"]], event)
    check(kind_of(message), message)


def check_request(request, answer):
    """A request that the house has granted, and that its answer is of a kind that the schema names."""
    name = REQUESTS.get(request.get("do"))
    assert name, f"the schema has no such request: {request}"
    check(name, request)
    kind, allowed = kind_of(answer), DEFS[name]["x-answer"]
    assert kind in allowed, f"{request['do']} was answered with {kind}, not {' or '.join(allowed)}"
