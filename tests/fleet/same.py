"""same.py SITE JUDGED - proves that a fleet's files for programs, fleet.json and fleet.prom, say what its CSV
and judge.sh's lists in the folder JUDGED say, and that its pages say what fleet.json does. Prints what is wrong,
a line each, or how much was compared."""
import csv, json, re, sys
from pathlib import Path
from prometheus_client.openmetrics.parser import text_string_to_metric_families as open_metrics
from prometheus_client.parser import text_string_to_metric_families as older_format
sys.path.insert(0, str(Path(__file__).parent.parent / "report"))
from page import Node, thousands

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
        expected = number(row["value"]) if row["experiment"] != "peaks" else None # its bytes mean nothing
        if (value is None) != (expected is None) or value is not None and abs(value / (expected * factor) - 1) > 1e-9:
            faults.append(f"{name} {row['experiment']}: {base} is {value}")


# ---- The pages -------------------------------------------------------------------------


def page_of(path):
    page = Node()
    page.feed(path.read_text())
    return page


def rows_of(page, label):
    """The cells of the table with this label, by rows."""
    for box in page.all("div", "wide"):
        if box.attributes.get("aria-label") == label:
            return [[*row.all("th"), *row.all("td")] for row in list(box.all("tr"))[1:]]
    return []


def said(value, unit):
    return "–" if value is None else f"{thousands(float(value))} {unit}"


def experiments(model):
    """The experiments of the GPUs of a model by their names, each a list of (name of the GPU, what is known)."""
    by = {}
    for name, gpu in data["gpus"].items():
        for experiment, its in gpu["experiments"].items() if gpu["model"] == model else ():
            by.setdefault(experiment, []).append((name, its))
    return by


page = page_of(site / "fleet.html")
text = page.text()
models = {gpu["model"] for gpu in data["gpus"].values()}
cells = 0
for model in models:
    known, rows_here = experiments(model), rows_of(page, "Spread of " + model)
    same(f"{model}: experiments", sorted(row[0].text() for row in rows_here), sorted(known))
    same(f"{model}: GPUs", f"{sum(gpu['model'] == model for gpu in data['gpus'].values())} {model}" in text, True)
    for row in rows_here:
        experiment, its = row[0].text(), known[row[0].text()]
        at, unit = f"fleet.html: {model} {experiment}", its[0][1]["unit"]
        values = {name: found["value"] for name, found in its if found["value"] is not None}
        settled = [values[name] for name, found in its if name in values and not found["throttled"]]
        median = next(found["median"] for _, found in its if found["median"] is not None)
        shown = [cell.text() for cell in row]
        lowest, highest = (next(cell.all("span", "who")).text() for cell in row[3:5])
        # Only the GPU's own page says whether the headline of a throttled GPU was throttled, too.
        low, high = values[lowest], values[highest]
        same(f"{at}: lowest and highest", low <= min(settled) and high >= max(settled), True)
        same(at, shown[2:5], [said(median, unit), said(low, unit) + lowest, said(high, unit) + highest])
        same(f"{at}: spread", abs(float(shown[5].split()[0]) - 100 * (high - low) / median) < 0.06, True)
        cells += 4
words = {"slow": "slow", "fast": "fast", "ok": "as the others", "throttled": "throttled", "not_judged": "cannot be told",
         "lacking": "not measured"}
for name, gpu in data["gpus"].items():
    for row in rows_of(page_of(site / "fleet" / f"{name}.html"), "Experiments"):
        experiment = row[0].text()
        found = gpu["experiments"][experiment]
        is_few = found["verdict"] == "ok" and found["slow"] + found["fast"] > 0
        counts = ["quick"] * found["quick"] + [f"{found[kind]} {kind}" for kind in ("slow", "fast", "unsettled", "throttled") if found[kind]]
        shown = [cell.text() for cell in row]
        same(f"{name}.html: {experiment}", [shown[2].lstrip("~"), shown[3], shown[4], *shown[6:]], [
            said(found["value"], found["unit"]), said(found["median"], found["unit"]),
            "–" if found["percent"] is None else f"{found['percent']:.1f} %",
            f"{found['rows']}" + (": " + ", ".join(counts) if counts else ""),
            "few rows off" if is_few else words[found["verdict"]]])
        cells += 5
    if gpu["criteria"]["verdict"] == "fail":
        same(f"{name}: criteria on the page", gpu["criteria"]["reason"] in text, True)
for folder, reason in data["left_out"].items():
    same(f"{folder}: left out", f"{folder}: {reason}" in text, True)
print("\n".join(faults) or f"{len(rows)} experiments of {len(names)} GPUs, {cells} cells")
sys.exit(bool(faults))
