"""same.py SITE JUDGED - proves that a fleet's files for programs, fleet.json and fleet.prom, say what its CSV
and judge.sh's lists in the folder JUDGED say. Prints what is wrong, a line each, or how much was compared."""
import csv, json, sys
from pathlib import Path
from prometheus_client.openmetrics.parser import text_string_to_metric_families as open_metrics
from prometheus_client.parser import text_string_to_metric_families as older_format

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


def samples_of(parse):
    return {(each.name, *sorted(each.labels.items())): each.value
            for family in parse((site / "fleet.prom").read_text()) for each in family.samples}


samples = samples_of(open_metrics)
same("as node exporters read it", samples_of(older_format), samples)


def sample(metric, **labels):
    return samples.get(("bytes_in_flight_fleet_" + metric, *sorted(labels.items())))


labels, criteria = dict(lines("labels.txt")), {name: (verdict, reason) for name, verdict, reason in lines("criteria.txt")}
names = {row["name"] for row in rows}
same("GPUs", set(data["gpus"]), names)
same("left out", data["left_out"], dict(lines("left_out.txt")))
for name in names:
    gpu, its = data["gpus"][name], [row for row in rows if row["name"] == name]
    same(f"{name}: label", gpu["label"], labels.get(name))
    same(f"{name}: criteria", (gpu["criteria"]["verdict"], gpu["criteria"]["reason"]), criteria[name])
    same(f"{name}: criteria", sample("verdict", gpu=name, by="criteria", verdict=criteria[name][0]), 1)
    slow = any(row["verdict"] == "slow" for row in its)
    same(f"{name}: others", gpu["others"], "slow" if slow else "not_slow")
    same(f"{name}: others", sample("verdict", gpu=name, by="others", verdict=gpu["others"]), 1)
    same(f"{name}: info", sample("gpu_info", gpu=name, model=gpu["model"], label=gpu["label"] or ""), 1)
    same(f"{name}: experiments", set(gpu["experiments"]), {row["experiment"] for row in its})
    for row in its:
        found = gpu["experiments"].get(row["experiment"], {})
        for key in ("verdict", "point", "unit"):
            same(f"{name} {row['experiment']}: {key}", found[key], row[key])
        for key in ("rows", "settled", "unsettled", "throttled", "judged", "slow", "fast", "share_percent", "value", "median", "percent"):
            same(f"{name} {row['experiment']}: {key}", found[key], number(row[key]))
        base, factor = ("latency_seconds", 1e-9) if row["unit"] == "ns" else ("bandwidth_bytes_per_second", 1e9)
        value = sample(base, gpu=name, experiment=row["experiment"], point=row["point"])
        expected = number(row["value"])
        if (value is None) != (expected is None) or value is not None and abs(value / (expected * factor) - 1) > 1e-9:
            faults.append(f"{name} {row['experiment']}: {base} is {value}")
print("\n".join(faults) or f"{len(rows)} experiments of {len(names)} GPUs")
sys.exit(bool(faults))
