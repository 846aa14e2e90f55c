"""schema.py PROGRAM RECORD... - every line of the records' replays, for every reader, matches `safehouse schema`; lines with
something wrong in them do not."""
import copy
import json
import re
import subprocess
import sys

import jsonschema

program = sys.argv[1]


def safehouse(*words):
    return subprocess.run([program, *words], stdin=subprocess.DEVNULL, check=True, capture_output=True).stdout.decode()


def readers(record):
    seats = int(re.search(r"^seats (\d+)$", record, re.M)[1])
    return [[], ["--seat", "room"], *(["--seat", str(q)] for q in range(1, seats + 1))]


def spoilt(line):
    """The line with each value in turn replaced by an object that is allowed nowhere."""
    for place in line, line["view"], *([line["heard"]] if line["heard"] else []):
        for key, value in list(place.items()):
            del place[key]
            yield f"without {key}", line
            place[key] = {"what": "is this"}
            yield f"{key} is of another type", line
            if isinstance(value, list):
                place[key] = value + [{"what": "is this"}]
                yield f"{key} has one more", line
            place[key] = value
        place["more"] = 1
        yield "with one more key", line
        del place["more"]


class Checker:
    """Says what is wrong with a line.  Fields of views are checked once for each value: most stay the same from ply to ply."""

    def __init__(self, schema):
        defs, good = schema["$defs"], jsonschema.Draft202012Validator
        good.check_schema(schema)
        fields = defs["view"]["properties"]
        any_fields = {**defs["view"], "properties": dict.fromkeys(fields, True)}
        self.frame = good({**schema, "$defs": {**defs, "view": any_fields}})
        self.fields = {key: good({"$defs": defs, **field}) for key, field in fields.items()}
        self.known = set()

    def errors(self, line):
        for error in self.frame.iter_errors(line):
            yield f"{error.json_path}: {error.message[:200]}"
        for key, value in line["view"].items() if isinstance(line.get("view"), dict) else ():
            seen = key, json.dumps(value)
            if key not in self.fields or seen in self.known:
                continue
            error = next(self.fields[key].iter_errors(value), None)
            if error:
                yield f"view.{key}{error.json_path[1:]}: {error.message[:200]}"
            else:
                self.known.add(seen)


odd = lines = bad_lines = 0
for path in sys.argv[2:]:
    record = open(path, encoding="utf-8").read()
    schema = json.loads(safehouse("schema", re.search(r"^game (\S+)$", record, re.M)[1]))
    checker = Checker(schema)
    for who in readers(record):
        replayed = [json.loads(line) for line in safehouse("replay", "--json", *who, path).splitlines()]
        for line in replayed[:: 1 if not who else 7]:  # all lines of the whole state, some of each reader
            lines += 1
            for error in checker.errors(line):
                odd += 1
                print(path, *who, f"ply {line['ply']}: {error}")
        for what, line in spoilt(copy.deepcopy(replayed[len(replayed) // 2])):
            bad_lines += 1
            if not any(checker.errors(line)):
                odd += 1
                print(path, *who, f"valid all the same: {what}")
print(f"{lines} lines, {bad_lines} spoilt ones")
sys.exit(bool(odd) or not lines)
