"""same.py SITE JUDGED - proves that a fleet's files for programs, fleet.json and fleet.prom, say what its CSV
and judge.sh's lists in the folder JUDGED say. Prints what is wrong, a line each, or how much was compared."""
import csv, json, re, sys
from pathlib import Path

site, judged = map(Path, sys.argv[1:])
rows = list(csv.DictReader((site / "fleet.csv").open()))
data = json.loads((site / "fleet.json").read_text())
faults = []


def same(what, file, expected):
    if file != expected:
        faults.append(f"{what}: {file!r} and not {expected!r}")


def lines(name):
    return [line.split("\t") for line in (judged / name).read_text().splitlines()]


def number(text):
    return None if text == "-" else float(text)


# The format as OpenMetrics has it: metadata, samples of one metric together, and an end.
samples, metric = {}, None
*text, end = (site / "fleet.prom").read_text().splitlines()
same("end", end, "# EOF")
for line in text:
    if line.startswith("# TYPE "):
        metric = line.split()[2]
        same(f"{metric}: there twice", metric in samples, False)
        samples[metric] = {}
    elif not line.startswith(("# UNIT " + metric, "# HELP " + metric)):
        parts = re.fullmatch(r'([a-z_]+)\{((?:[a-z]+="(?:[^"\\]|\\.)*",?)*)\} (-?[0-9.]+(?:e[+-]?[0-9]+)*)', line)
        if not parts:
            faults.append(f"no sample: {line}")
            continue
        same("metric", parts[1], metric)
        labels = {key: json.loads(f'"{value}"') for key, value in re.findall(r'([a-z]+)="((?:[^"\\]|\\.)*)"', parts[2])}
        samples[metric][tuple(labels.values())] = float(parts[3])


def sample(metric, *labels):
    return samples.get("bytes_in_flight_fleet_" + metric, {}).get(labels)


labels, criteria = dict(lines("labels.txt")), {name: (verdict, reason) for name, verdict, reason in lines("criteria.txt")}
names = {row["name"] for row in rows}
same("GPUs", set(data["gpus"]), names)
same("left out", data["left_out"], dict(lines("left_out.txt")))
for name in names:
    gpu, its = data["gpus"][name], [row for row in rows if row["name"] == name]
    same(f"{name}: label", gpu["label"], labels.get(name))
    same(f"{name}: criteria", (gpu["criteria"]["verdict"], gpu["criteria"]["reason"]), criteria[name])
    same(f"{name}: criteria", sample("verdict", name, "criteria", criteria[name][0]), 1)
    slow = any(row["verdict"] == "slow" for row in its)
    same(f"{name}: others", gpu["others"], "slow" if slow else "not_slow")
    same(f"{name}: others", sample("verdict", name, "others", gpu["others"]), 1)
    same(f"{name}: info", sample("gpu_info", name, gpu["model"], gpu["label"] or ""), 1)
    same(f"{name}: experiments", set(gpu["experiments"]), {row["experiment"] for row in its})
    for row in its:
        found = gpu["experiments"].get(row["experiment"], {})
        for key in ("verdict", "point", "unit"):
            same(f"{name} {row['experiment']}: {key}", found[key], row[key])
        for key in ("rows", "settled", "unsettled", "throttled", "judged", "slow", "fast", "share_percent", "value", "median", "percent"):
            same(f"{name} {row['experiment']}: {key}", found[key], number(row[key]))
        base, factor = ("latency_seconds", 1e-9) if row["unit"] == "ns" else ("bandwidth_bytes_per_second", 1e9)
        value = sample(base, name, row["experiment"], row["point"])
        expected = number(row["value"])
        if (value is None) != (expected is None) or value is not None and abs(value / (expected * factor) - 1) > 1e-9:
            faults.append(f"{name} {row['experiment']}: {base} is {value}")
print("\n".join(faults) or f"{len(rows)} experiments of {len(names)} GPUs")
sys.exit(bool(faults))
