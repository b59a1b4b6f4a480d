"""Records the order in which the linker lays out what the programs run when they start, in Sources/StartUp/*.order.

Usage: python3 Tests/Benchmarks/start_up_order.py, after `swift build -c release --static-swift-stdlib`; needs valgrind.
What is run together then lies together, which halves the pages of a program that a short command touches. The files
are measurements, not source: a name that the program does not have any more is passed over, and only speed is lost.
"""
import json
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

import rules

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BIN = ROOT / ".build" / "release"


def traced(trace, command, until=None, **options):
    """Runs a command under valgrind, ends it when `until` holds, and returns the functions it ran, by first call."""
    words = ["valgrind", "--demangle=no", "--tool=callgrind", f"--callgrind-out-file={trace}", *map(str, command)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **options)
    limit = time.monotonic() + 300
    while until and not until() and process.poll() is None and time.monotonic() < limit:
        time.sleep(0.2)
    if until and process.poll() is None:
        process.send_signal(signal.SIGTERM)
    process.wait(300)
    names = re.findall(r"^c?fn=\(\d+\) (.+?)(?:'\d+)?$", trace.read_text(encoding="utf-8"), re.MULTILINE)
    return list(dict.fromkeys(names))


def functions(source):
    """Yields name, object file and section of each function that an object file or an archive defines."""
    table = subprocess.run(["objdump", "-t", "-w", source], stdout=subprocess.PIPE, text=True, check=True).stdout
    member = ""
    for line in table.splitlines():
        if ":     file format" in line:
            member = line.split(":")[0]
        found = re.match(r"[0-9a-f]+ .{6}F (\.text\S*)\t[0-9a-f]+\s+(?:\.\w+ )?(\S+)$", line)
        if found:
            yield found[2], (source, member), found[1]


def sections(program):
    """Returns the section of each function, by its name: that of the first object file that the linker meets."""
    listed = (BIN / f"{program}.product" / "Objects.LinkFileList").read_text(encoding="utf-8")
    target = json.loads(subprocess.run(["swiftc", "-print-target-info"], stdout=subprocess.PIPE, check=True).stdout)
    runtime = pathlib.Path(target["paths"]["runtimeResourcePath"] + "_static") / "linux" / "libswiftCore.a"
    found = {}
    for source in [line.strip().strip("'") for line in listed.splitlines()] + [str(runtime)]:
        for name, holder, section in functions(source):
            found.setdefault(name, (holder, section))
    return found


def ordered(names, sections):
    """Returns one name for each section: those of a single function first, then what a file's functions share."""
    alone, shared = {}, {}
    for name in names:
        holder, section = sections.get(name, (None, None))
        if section:
            (shared if section == ".text" else alone).setdefault((holder, section), name)
    # The standard library's own is by far the largest, and last.
    rest = sorted(shared.items(), key=lambda item: item[0][0][1].endswith("Swift.o"))
    return list(alone.values()) + [name for _, name in rest]


def run_folder(scratch):
    """Makes the folder of a run that a supervisor can carry out."""
    folder = scratch / "run"
    folder.mkdir()
    order = {
        "version": 1, "run": "run", "command": {"arguments": ["/bin/true"]}, "directory": "/", "environment": [],
        "environment_files": [], "timeout_seconds": None, "kill_after_seconds": 5, "has_input": False,
        "output_keep_bytes": 1024, "attempt": 1, "niceness": None, "user": None}
    (folder / "order.json").write_text(json.dumps(order), encoding="utf-8")
    return folder


def main():
    environment = {**os.environ, "TZ": "UTC", "LC_ALL": "C.UTF-8"}
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        environment |= {"HOME": str(scratch), "XDG_RUNTIME_DIR": str(scratch)}
        one = scratch / "one.yaml"
        one.write_text(rules.one(), encoding="utf-8")
        command = traced(scratch / "trace", [BIN / "carillon", "next", one, "--count", "5"], env=environment)
        # Supervisors are copies of a process: each gets the pages that it touches anew.
        supervisor = traced(scratch / "trace", [BIN / "carillon", "--supervise", run_folder(scratch)], env=environment)
        socket = scratch / "state" / "control.sock"
        service = traced(scratch / "trace", [BIN / "carillond", "--state", scratch / "state", one],
                         until=socket.exists, env=environment)
    for program, names in [("carillon", list(dict.fromkeys(command + supervisor))), ("carillond", service)]:
        lines = ordered(names, sections(program))
        path = ROOT / "Sources" / "StartUp" / f"{program}.order"
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {len(lines)} of {len(names)} functions")


main()
