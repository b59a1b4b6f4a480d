"""Takes the figures, holds answers against the oracle, prints a table and writes JSON. Called by `run`."""
import argparse
import contextlib
import json
import math
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE / "peers"))

import burst
import oracle
import rules

ROOT = HERE.parents[1]
BIN = ROOT / ".build" / "release"
NAMES = ["evaluator", "conversion", "yaml", "processes", "curve", "service", "peers"]


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values))


class Report:
    def __init__(self, workload, scratch, is_quick):
        self.workload = workload
        self.scratch = pathlib.Path(scratch)
        self.is_quick = is_quick
        self.rows = []
        self.details = []
        self.wrong = []
        self.answers = {}

    def add(self, name, value, unit, goal=None, note=""):
        self.rows.append({"figure": name, "value": value, "unit": unit, "goal": goal, "note": note})
        mark = "" if goal is None else ("  reached" if value <= goal else "  MISSED")
        aim = "" if goal is None else f"goal {goal:g}"
        print(f"{name:<58} {value:>11,.2f} {unit:<4} {aim:<10}{mark}  {note}".rstrip(), flush=True)

    def remark(self, text):
        print(text, flush=True)

    def lines(self, command, **options):
        done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, check=True, **options)
        found = [json.loads(line) for line in done.stdout.splitlines()]
        self.details += found
        return found

    def probe(self, *words):
        return self.lines([BIN / "BenchmarkProbe", *(["--quick"] if self.is_quick else []), *words])

    def answer(self, shape_id, zone):
        key = (shape_id, zone)
        if key not in self.answers:
            shape = next(shape for shape in self.workload["shapes"] if shape["id"] == shape_id)
            self.answers[key] = oracle.Answers(self.workload, shape, zone)
        return self.answers[key]

    def check(self, kind, line, count, total):
        """Whether the sum of the first answers is the oracle's."""
        answers = self.answer(line["shape"], line["zone"])
        if kind == "stream":
            right = answers.stream(count)
        else:
            right = [answers.next_after(query) for query in self.queries[:count]]
        return count == len(right) and total == sum(right)

    # Figures, in the order in which they are taken.

    def evaluator(self):
        self.queries = oracle.queries(self.workload)
        lines = self.probe("evaluator", HERE / "workload.json")
        for kind, goal, limit in [("stream", 20, 15), ("cold", 50, 150)]:
            own = [line for line in lines if line["figure"] == kind]
            for line in own:
                if not self.check(kind, line, line["count"], line["sum"]):
                    self.wrong.append(f"{kind} {line['shape']} {line['zone']}")
            unit = "ns"
            self.add(f"{kind}, geometric mean of {len(own)}", geometric_mean([line["ns"] for line in own]), unit, goal)
            for shape in self.workload["shapes"]:
                times = [line["ns"] for line in own if line["shape"] == shape["id"]]
                is_dense = shape["id"] in ("q15wd", "min5")
                own_goal = limit if kind == "cold" or is_dense else None
                spread = f"{min(times):.1f} to {max(times):.1f} by zone"
                self.add(f"  {kind} {shape['id']}", geometric_mean(times), unit, own_goal, spread)
            if kind == "cold":
                self.cold = geometric_mean([line["ns"] for line in own])
        ready = next(line for line in lines if line["figure"] == "ready")
        self.add("rule fields to compiled trigger", ready["ns"], "ns", 250,
                 f"graph {ready['graph_ns']:.0f}, binding {ready['bind_ns']:.0f}; all different")
        for line in lines:
            if line["figure"] == "zone":
                self.add(f"zone file to zone, {line['zone']}", line["us"], "us", 25)
        self.remark("answers: " + ("all as the oracle's" if not self.wrong else f"WRONG: {', '.join(self.wrong)}"))

    def compiled(self, source, *libraries):
        target = self.scratch / pathlib.Path(source).stem
        compiler = "g++" if source.endswith(".cc") else "gcc"
        command = [compiler, "-O2", "-w", "-o", target, HERE / "peers" / source, *libraries]
        if subprocess.run([str(word) for word in command], check=False).returncode != 0:
            self.remark(f"{source}: not compiled, left out")
            return None
        return target

    def conversion(self):
        program = self.compiled("cctz.cc", "-lcctz")
        if program is None:
            return
        cold = self.workload["cold"]
        done = subprocess.run(
            [program, str(cold["lo_epoch"]), str(cold["hi_epoch"]), str(cold["seed"]), "100000",
             "1" if self.is_quick else "7", *self.workload["zones"]], stdout=subprocess.PIPE, text=True, check=True)
        mean = geometric_mean([float(line.split()[1]) for line in done.stdout.splitlines()])
        self.add("CCTZ, one random civil to instant conversion", mean, "ns", None, "geometric mean of the zones")
        if hasattr(self, "cold"):
            self.add("cold query over a conversion of CCTZ", self.cold / mean, "x", 1.3)

    def rule_file(self, count):
        path = self.scratch / f"rules-{count}.yaml"
        path.write_text(rules.many(self.workload, count) if count > 1 else rules.one(), encoding="utf-8")
        return path

    def yaml(self):
        counts = [100, 1000] if self.is_quick else [100, 10_000, 100_000]
        for line in self.probe("yaml", *map(self.rule_file, counts)):
            self.add(f"YAML to graph over libyaml's events, {line['rules']:,} rules", line["ratio"], "x", 3,
                     f"{line['graph_ms']:.1f} ms and {line['libyaml_ms']:.1f} ms")

    def measured(self, name, command, goals, rounds=21):
        rounds = 3 if self.is_quick else rounds
        done = subprocess.run(
            [self.measurer, str(rounds), *map(str, command)], stdout=subprocess.PIPE, text=True, check=True)
        micros, kibibytes = map(int, done.stdout.split())
        self.add(f"{name}: CPU", micros / 1000, "ms", goals[0])
        self.add(f"{name}: peak memory", kibibytes / 1024, "MiB", goals[1])

    def processes(self):
        self.measurer = self.compiled("processes.c")
        if self.measurer is None:
            return
        carillon = BIN / "carillon"
        count = 1000 if self.is_quick else 10_000
        one, many = self.rule_file(1), self.rule_file(count)
        start = self.workload["stream"]["after"]
        self.measured("carillon --version", [carillon, "--version"], (None, None))
        self.measured("next --count 5 of one rule", [carillon, "next", one, "--count", 5], (3, 8))
        self.measured(f"{count:,} rules x next 5 without YAML",
                      [BIN / "BenchmarkProbe", "many", HERE / "workload.json", count, 5], (20, 20))
        self.measured(f"next --each 5 of {count:,} rules, YAML too",
                      [carillon, "next", many, "--each", 5, "--after", start], (None, None), rounds=5)

    def curve(self):
        lines = [line for line in self.probe("curve", HERE / "workload.json")]
        base = lines[0]["next_us"]
        for line in lines:
            is_shared = line["triggers"] == 200
            self.add(f"evaluation of {line['rules']:,} rules, {line['triggers']:,} triggers", line["next_us"], "us",
                     2 * base if is_shared else None, f"bound in {line['bind_us'] / 1000:.2f} ms")

    def service(self):
        self.quiet_service()
        self.burst()

    @contextlib.contextmanager
    def running_service(self, path):
        """The service with a rule file and a state of its own; nothing where it does not start."""
        state = pathlib.Path(tempfile.mkdtemp(dir=self.scratch))
        process = subprocess.Popen(
            [BIN / "carillond", "--state", state, path], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=open(state / "journal", "w", encoding="utf-8"),
            env={**os.environ, "XDG_RUNTIME_DIR": str(state)})
        try:
            limit = time.monotonic() + 60
            while not (state / "control.sock").exists() and process.poll() is None and time.monotonic() < limit:
                time.sleep(0.1)
            time.sleep(3)
            if process.poll() is None:
                yield process
            else:
                self.remark(f"service: did not start: {(state / 'journal').read_text(encoding='utf-8')[:300]}")
                yield None
        finally:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            process.wait(30)

    def quiet_service(self):
        count = 1000 if self.is_quick else 10_000
        # Nothing of it is due in the minute that is watched, but for a run at one of its few minutes of the day.
        path = self.scratch / "quiet.yaml"
        path.write_text(rules.many(self.workload, count, without=("min5", "q15wd")), encoding="utf-8")
        seconds = 5 if self.is_quick else 60
        with self.running_service(path) as process:
            if process is None:
                return
            before = self.status(process.pid)
            time.sleep(seconds)
            after = self.status(process.pid)
        own = after["RssAnon"] / 1000
        self.add(f"service at {count:,} rules: RssAnon", own * 1.024, "MB", 8)
        self.add(f"service at {count:,} rules: VmRSS", after["VmRSS"] * 1.024 / 1000, "MB", 20)
        wakes = after["voluntary_ctxt_switches"] - before["voluntary_ctxt_switches"]
        self.add("service: wake-ups a minute with nothing due", wakes * 60 / seconds, "", 0)

    def burst(self):
        jobs, instants = (20, 1) if self.is_quick else (100, 7)
        program = self.compiled("started.c")
        if program is None:
            return
        starts = self.scratch / "starts"
        starts.mkdir()
        path = self.scratch / "burst.yaml"
        path.write_text(burst.rules(program, starts, jobs), encoding="utf-8")
        with self.running_service(path) as process:
            if process is None:
                return
            time.sleep(instants * burst.PERIOD + burst.PERIOD / 2)
        late = burst.lateness(starts, jobs)
        if late is None:
            self.wrong.append("burst: no instant at which each job started once")
            return
        if late["broken"]:
            self.wrong.append(f"burst: {late['broken']} instants at which not each job started once")
        self.details.append({"figure": "burst", "jobs": jobs, **late})
        note = f"median of {late['instants']} instants, load {os.getloadavg()[0]:.1f}"
        for name, goal in [("first", 5), ("median", 40), ("last", 80)]:
            self.add(f"{jobs} jobs at one instant: {name} start, late", late[name], "ms", goal, note)

    @staticmethod
    def status(pid):
        result = {}
        for line in pathlib.Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
            key, _, value = line.partition(":")
            word = value.split()[0] if value.split() else ""
            if word.isdigit():
                result[key] = int(word)
        return result

    def peers(self):
        self.queries = oracle.queries(self.workload)
        for name, command in self.peer_commands():
            lines = [{**line, "figure": "peer", "peer": name} for line in command()]
            self.details += lines
            self.peer_rows(name, lines)

    def peer_rows(self, name, lines):
        said = [line for line in lines if "stream" in line]
        unsaid = sorted({line["shape"] for line in lines} - {line["shape"] for line in said})
        unsaid += sorted({line["shape"] for line in lines if "failed" in line and line["shape"] not in unsaid})
        differing = set()
        for line in said:
            for kind in ("stream", "cold"):
                if f"{kind}_count" in line and not self.check(
                        kind, line, line[f"{kind}_count"], line[f"{kind}_sum"]):
                    differing.add(f"{line['shape']} {line['zone']}")
        notes = []
        if unsaid:
            notes.append(f"can't say: {', '.join(unsaid)}")
        if differing:
            notes.append(f"other answers: {len(differing)} of {len(lines)}")
        for kind in ("stream", "cold"):
            values = [line[kind] for line in said if line.get(kind)]
            if values:
                self.add(f"{name}: {kind}, geometric mean of {len(values)}", geometric_mean(values), "ns", None,
                         "; ".join(notes))

    def peer_commands(self):
        workload = HERE / "workload.json"
        script = HERE / "peers" / "python_peers.py"
        python = self.scratch / "python" / "bin" / "python"
        subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", self.scratch / "python"], check=False)
        for name in ("croniter", "cronsim"):
            done = subprocess.run(
                [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", name], check=False,
                capture_output=True, text=True)
            if done.returncode == 0:
                yield name, lambda name=name: self.peer_lines([python, script, workload, name])
            else:
                self.remark(f"{name}: not installed and not to be had, left out")
        if subprocess.run([sys.executable, "-c", "import dateutil"], check=False, capture_output=True).returncode == 0:
            yield "dateutil", lambda: self.peer_lines([sys.executable, script, workload, "dateutil"])
        else:
            self.remark("dateutil: not installed, left out")
        libical = self.compiled("libical.c", "-lical")
        if libical is not None:
            yield "libical", lambda: self.libical_lines(libical)
        if subprocess.run(["which", "systemd-analyze"], check=False, capture_output=True).returncode == 0:
            import systemd

            yield "systemd-analyze", lambda: systemd.figures(self.workload)

    @staticmethod
    def peer_lines(command):
        done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, text=True, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def libical_lines(self, program):
        from recurrences import RRULE

        queries = self.scratch / "queries"
        queries.write_text("\n".join(map(str, self.queries[:1000])), encoding="ascii")
        for shape in self.workload["shapes"]:
            for zone in self.workload["zones"]:
                hour, minute = shape.get("hours", [0])[0], shape.get("minutes", [0])[0]
                done = subprocess.run(
                    [program, str(self.workload["stream"]["after_epoch"]), str(self.workload["stream"]["before_epoch"]),
                     "10000", queries, zone, RRULE[shape["id"]],
                     str(hour), str(minute)], stdout=subprocess.PIPE, text=True, check=False)
                line = {"shape": shape["id"], "zone": zone}
                words = done.stdout.split()
                if len(words) == 6:
                    line.update(
                        stream=float(words[0]), stream_count=int(words[1]), stream_sum=int(words[2]),
                        cold=float(words[3]), cold_count=int(words[4]), cold_sum=int(words[5]))
                else:
                    line["failed"] = f"status {done.returncode}"
                yield line


def main():
    parser = argparse.ArgumentParser(prog="Tests/Benchmarks/run", description=__doc__)
    parser.add_argument("--only", action="append", choices=NAMES, help="these figures alone; may be repeated")
    parser.add_argument("--quick", action="store_true", help="small counts: whether it works, not how fast it is")
    parser.add_argument("--json", metavar="FILE", help="write all figures there")
    parser.add_argument("--no-build", action="store_true", help="take the release build that is there")
    options = parser.parse_args()
    workload = json.loads((HERE / "workload.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as scratch:
        report = Report(workload, scratch, options.quick)
        names = options.only or [name for name in NAMES if not options.quick or name not in ("service", "peers")]
        for name in [name for name in NAMES if name in names]:
            getattr(report, name)()
        if options.json:
            pathlib.Path(options.json).write_text(
                json.dumps({"rows": report.rows, "details": report.details, "wrong": report.wrong}, indent=1),
                encoding="utf-8")
    sys.exit(1 if report.wrong else 0)


main()
