"""Holds rule files against the JSON Schema, and three YAML readers against each other.

Usage: examples.py SCHEMA FILE...
Every file must validate (python-jsonschema, draft 2020-12), with its scalars as text and with native numbers and
booleans, and read the same, all scalars as text, with PyYAML's
BaseLoader, ruamel.yaml's base loader and Perl's YAML::PP (failsafe schema). Prints what differs; exit status 1 then.
"""
import json
import subprocess
import sys

import jsonschema
import ruamel.yaml
import yaml

PERL = """
use YAML::PP; use JSON::PP;
my $reader = YAML::PP->new(schema => [$ARGV[1], 'Merge'], boolean => 'JSON::PP');
my ($document) = $reader->load_file($ARGV[0]);
print JSON::PP->new->utf8->canonical->encode($document);
"""

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
failed = False


def complain(message):
    global failed
    failed = True
    print(message)


def perl(path, kind):
    run = subprocess.run(["perl", "-e", PERL, path, kind], capture_output=True, check=False)
    if run.returncode != 0:
        complain(f"{path}: YAML::PP: {run.stderr.decode()}")
        return None
    return json.loads(run.stdout)


for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        text = file.read()
    pyyaml = yaml.load(text, Loader=yaml.BaseLoader)
    for error in validator.iter_errors(pyyaml):
        complain(f"{path}: {error.json_path}: {error.message}")
    reader = ruamel.yaml.YAML(typ="base", pure=True)
    ruamel_tree = json.loads(json.dumps(reader.load(text)))
    if ruamel_tree != pyyaml:
        complain(f"{path}: ruamel.yaml reads something else")
    if perl(path, "Failsafe") != pyyaml:
        complain(f"{path}: YAML::PP reads something else")
    for error in validator.iter_errors(perl(path, "Core")):
        complain(f"{path}: with native scalars: {error.json_path}: {error.message}")
sys.exit(1 if failed else 0)
