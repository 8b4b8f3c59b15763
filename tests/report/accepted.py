"""accepted.py NAME - proves that NAME.json and NAME.prom say what `make accept` wrote to NAME.csv. Prints the
verdict and how many criteria there are."""
import csv, json, sys
from pathlib import Path
from prometheus_client.openmetrics.parser import text_string_to_metric_families as open_metrics
from prometheus_client.parser import text_string_to_metric_families as older_format

path = Path(sys.argv[1])
lines = path.with_suffix(".csv").read_text().splitlines()
notes = dict(line[2:].split(": ", 1) for line in lines if line.startswith("#"))
rows = list(csv.DictReader((line for line in lines if not line.startswith("#")), quoting=csv.QUOTE_NONE))
data = json.loads(path.with_suffix(".json").read_text())
text = path.with_suffix(".prom").read_text()


def samples_of(parse):
    return {(each.name, *sorted(each.labels.items())): each.value for family in parse(text) for each in family.samples}


def typed(key, value):
    return None if value == "" else float(value) if key in (
        "limit", "sm_mhz", "value", "low", "high", "margin_percent") else value


prefix, its = "bytes_in_flight_accept_", ("machine", path.name)
about = {key: notes.get(key) for key in ("gpu", "label", "date", "commit", "memory", "verdict", "said")}
assert data == {"schema": 1, "machine": path.name, **about, "criteria": {"from": notes["criteria"], "each": [
    {key: typed(key, value) for key, value in row.items()} for row in rows]}}, data
wanted = {(prefix + "verdict", its, ("verdict", each)): float(each == notes["verdict"])
          for each in ("pass", "fail", "cannot_be_told")}
wanted[(prefix + "info", *sorted([its, *((key, notes.get(key, "")) for key in ("gpu", "label", "date", "commit", "criteria"))]))] = 1
for row in rows:
    if row["margin_percent"]:
        labels = [its, ("criterion", row["name"]), *((key, row[key]) for key in ("experiment", "unit", "point"))]
        wanted[(prefix + "margin_ratio", *sorted(labels))] = float(row["margin_percent"]) / 100
found = samples_of(open_metrics)
assert found == samples_of(older_format)
assert {key: f"{value:.6g}" for key, value in found.items()} == {key: f"{value:.6g}" for key, value in wanted.items()}, found
print(f"{notes['verdict']}, {len(rows)} criteria, {sum(row['margin_percent'] != '' for row in rows)} with a margin")
