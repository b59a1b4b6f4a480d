"""Many jobs that are due at one instant: how late each of them starts."""
import pathlib
import statistics

# Seconds between two instants: enough that all that follows from one burst is over before the next.
PERIOD = 10


def rules(program, folder, jobs):
    """A rule for each job, all due at the same instants; each job is a command of its own."""
    return "rules:\n" + "".join(
        f"  job-{number}:\n    when: {{ every: {PERIOD}s }}\n    run: {{ command: [{program}, {folder}/{number}] }}\n"
        for number in range(jobs)
    )


def lateness(folder, jobs):
    """Milliseconds late of the first, the median and the last start: for each the median of the instants.

    Instants at which not every job has started once are left out, and are counted.
    """
    starts = {}
    for path in pathlib.Path(folder).iterdir():
        for line in path.read_text(encoding="ascii").splitlines():
            nanoseconds = int(line)
            instant = nanoseconds // 10**9 // PERIOD * PERIOD
            starts.setdefault(instant, []).append((nanoseconds - instant * 10**9) / 1e6)
    whole = [sorted(late) for late in starts.values() if len(late) == jobs]
    if not whole:
        return None
    figures = [statistics.median(values) for values in zip(*((late[0], late[jobs // 2], late[-1]) for late in whole))]
    return {"first": figures[0], "median": figures[1], "last": figures[2], "instants": len(whole),
            "broken": len(starts) - len(whole)}
