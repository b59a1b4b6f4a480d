"""Holds JSON documents against the schemas of this repository.

Usage: shapes.py SCHEMAS NAME=FILE...
SCHEMAS is the folder of the schemas; each FILE must fit NAME.schema.json there (python-jsonschema, draft 2020-12).
Prints what does not fit; exit status 1 then.
"""
import json
import pathlib
import sys

import jsonschema

schemas = {}
for path in pathlib.Path(sys.argv[1]).glob("*.schema.json"):
    schema = json.loads(path.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    schemas[path.name.removesuffix(".schema.json")] = schema
store = {schema["$id"]: schema for schema in schemas.values() if "$id" in schema}
failed = False
for argument in sys.argv[2:]:
    name, file = argument.split("=", 1)
    document = json.loads(pathlib.Path(file).read_text(encoding="utf-8"))
    resolver = jsonschema.RefResolver.from_schema(schemas[name], store=store)
    for error in jsonschema.Draft202012Validator(schemas[name], resolver=resolver).iter_errors(document):
        failed = True
        print(f"{name}: {error.json_path}: {error.message}")
sys.exit(1 if failed else 0)
