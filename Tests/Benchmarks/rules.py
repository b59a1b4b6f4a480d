"""Rule files of the workload's shapes."""

WHEN = {
    "daily0900": "daily: 09:00",
    "wd0830": "weekly: { days: weekdays, at: 08:30 }",
    "q15wd": "matching: { weekday: weekdays, hour: 9-17, minute: [0, 15, 30, 45] }",
    "dom1": "monthly: { day: 1, at: 00:05 }",
    "domlast": "monthly: { day: last, at: 23:00 }",
    "tue2": "monthly: { weekday: second tuesday, at: 10:00 }",
    "feb29": "yearly: { date: feb 29, at: 12:00 }",
    "dec25": "yearly: { date: dec 25, at: 07:00 }",
    "min5": "matching: { minute: 0-59/5 }",
    "mwf": "weekly: { days: [mon, wed, fri], at: 18:45 }",
    "dom31": "monthly: { day: 31, at: 06:00 }",
    "fri13": "matching: { day: 13, weekday: fri, hour: 13, minute: 13 }",
}


def rule(workload, number, without=()):
    """Rule `number` of the many: its shape, of those that are not left out, and its zone go round."""
    shapes = [shape["id"] for shape in workload["shapes"] if shape["id"] not in without]
    shape = shapes[number % len(shapes)]
    zone = workload["zones"][number % len(workload["zones"])]
    return (
        f"  rule-{number}:\n    when: {{ {WHEN[shape]}, timezone: {zone} }}\n"
        f'    notify: {{ title: "Rule {number}" }}\n'
    )


def many(workload, count, without=()):
    return "rules:\n" + "".join(rule(workload, number, without) for number in range(count))


def one():
    return (
        "rules:\n  rule-0:\n    when: { weekly: { days: weekdays, at: 08:30 }, timezone: America/New_York }\n"
        '    notify: { title: "Rule 0" }\n'
    )
