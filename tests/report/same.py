"""same.py SITE RESULTS... - proves of each machine of a site that the files for programs beside its
report say what the page says, and are what they claim to be. RESULTS are the folders in which the
machines' results lie. Prints what is wrong, a line each, or how much was compared."""
import json, re, sys
from pathlib import Path
from page import Node, thousands
from prometheus_client.openmetrics.parser import text_string_to_metric_families as open_metrics
from prometheus_client.parser import text_string_to_metric_families as older_format


faults, compared = [], 0


def same(what, page, data):
    global compared
    compared += 1
    if page != data:
        faults.append(f"{what}: the page has {page!r}, the file {data!r}")


def key_of(head):
    return re.sub("_$", "", re.sub("[^a-z0-9]+", "_", head.lower().split(":")[0]))


def shown(value):
    """The forms in which the card of a machine may show a property."""
    size, units = value, ["B", "KiB", "MiB", "GiB", "TiB"]
    if isinstance(value, str):
        return {value}
    while size >= 1024:
        size, units = size / 1024, units[1:]
    size = thousands(int(size) if size == int(size) else size)
    return {f"{size} {units[0]}", "on" if value else "off",
            *(thousands(value) + unit for unit in ("", " MHz", " GB/s", " bit"))}


def brief(x):
    """An end of an interval as a page says it, with five digits or all before the point."""
    return float(f"{x:.5g}" if x < 1e5 else f"{x:.0f}")


def facts(card):
    return {row.text(): fact.text() for row, fact in zip(card.all("dt"), card.all("dd"))}


def check_number(cell, number, at):
    """A cell of the page and a number of the file; either has none if the other has none."""
    live = next(cell.all("span", "live"), None)
    same(at + ": a number", live is not None, number is not None)
    if not live or not number:
        return
    origin = next(live.all("span", "from")).text()
    same(at, (live.attributes["data-value"], live.text(), origin),
         (f"{number['value']:.14g}", number["shown"], number["from"]))
    same(at + ": settled", not live.text().startswith("~"), number.get("settled", True))
    said = re.search(r"median of (\d+) samples, 95 % interval (\S+) to (\S+) ", origin)
    same(at + ": interval", said is not None, "low" in number)
    if said:
        factor = 1e3 if number["unit"] == "ms" else 1
        same(at + ": interval", (int(said[1]), float(said[2]), float(said[3])),
             (number["samples"], brief(number["low"] * factor), brief(number["high"] * factor)))


def check_page(page, report, at):
    sections = {section.attributes.get("id"): section for section in page.all("section")}
    numbers = 0
    for name in ("headlines", "ladder"):
        found, rows = report.get(name, {}), 0
        for table in sections[name].all("table") if name in sections else ():
            head, *body = table.all("tr")
            heads = [cell.text() for cell in head.all("th")]
            for row in body:
                rows += 1
                cells = [*row.all("th"), *row.all("td")]
                label = cells[0].text()
                ids = filter(None, (span.attributes.get("id") for span in cells[0].all("span")))
                entry = found.get(next(ids, key_of(label)), {})
                same(f"{at} {name}", (label, heads[0]), (entry.get("title"), entry.get("group")))
                for title, cell in zip(heads[1:], cells[1:]):
                    number = entry.get(key_of(title))
                    numbers += number is not None
                    check_number(cell, number, f"{at} {label}, {title}")
        same(f"{at} {name}: rows", rows, len(found))
    same(f"{at}: numbers in all", len([*page.all("span", "live")]), numbers)

    properties = set().union(*map(shown, report["machine"].values()))
    cards = [*page.all("dl", "device")]
    for what, fact in facts(cards[0]).items():
        same(f"{at} {what}", fact, fact if fact in properties else None)
    same(f"{at} summary", facts(cards[1]), report["summary"])

    lines = [*page.all("table", "measurements")][0]
    same(f"{at} tables", sorted(row.text() for row in lines.all("a")), sorted(report["tables"]))
    for row in list(lines.all("tr"))[1:]:
        cells = [cell.text() for cell in [*row.all("th"), *row.all("td")]]
        has = report["tables"][cells[0].split()[0]]
        clock = dict.fromkeys(thousands(has[end]) for end in ("clock_low", "clock_high") if end in has)
        def known(*keys):
            values = (has.get(key, "–") for key in keys)
            return [value if isinstance(value, str) else thousands(value) for value in values]
        same(f"{at} {cells[0]}", cells, [has["name"] + " (quick)" * has["quick"],
             *known("rows", "unsettled", "throttled", "fewest_samples"), " to ".join(clock) or "–",
             *known("sizes", "date", "commit")])

    verdicts = [claim["verdict"] for claim in report["claims"].values()]
    summary = re.search(r"Of (\d+) claims ([^.(]*)", sections["claims"].text())
    counts = re.findall(r"(\d+) (.+?)(?:, (?=\d)| and (?=\d)|$)", summary[2].strip())
    same(f"{at} claims", int(summary[1]), len(verdicts))
    for count, words in counts:
        words = re.sub("^(is|are|was|were) ", "", words)
        words = {"hold": "holds", "do not hold": "does not hold"}.get(words, words)
        same(f"{at} claims: {words}", int(count), verdicts.count(words))
    same(f"{at} claims: all", sum(int(count) for count, _ in counts), len(verdicts))
    for item in [line for some in page.all("ul", "verdicts") for line in some.all("li")]:
        label = [*item.all("span", "label")][0].text()
        claim = report["claims"][label]
        same(f"{at} {label}", item.text().strip(), f"{label}{claim['verdict']} {claim['statement']}")


def check_metrics(text, report, at):
    """Both formats of Prometheus have these samples: OpenMetrics, and the one that node exporters read."""
    def samples_of(parse):
        return {(each.name, *sorted(each.labels.items())): each.value for family in parse(text) for each in family.samples}
    found = samples_of(open_metrics)
    same(f"{at}: as node exporters read it", samples_of(older_format), found)
    base = {"GB/s": ("_bytes_per_second", 1e9), "ms": ("_seconds", 1e-3), "ns": ("_seconds", 1e-9)}
    wanted = {}
    for name, row in report.get("headlines", {}).items():
        labels, number = (("headline", name), ("machine", report["edition"])), row["measured"]
        unit, factor = base[number["unit"]]
        values = {"measured": number["value"], "low": number.get("low"), "high": number.get("high"),
                  "limit": row.get("limit", {}).get("value")}
        for series, value in values.items():
            if value is not None:
                wanted[f"bytes_in_flight_{series}{unit}", *labels] = value * factor
        wanted["bytes_in_flight_settled", *labels] = float(number["settled"])
    for name, rate in report["arithmetic"].items():
        unit, form = name.split("_")
        wanted["bytes_in_flight_arithmetic_operations_per_second", ("format", form), ("machine", report["edition"]),
               ("unit", unit)] = rate["value"] * 1e12
    info = [key for key in found if key[0] == "bytes_in_flight_report_info"]
    same(f"{at}: what it is of", len(info), 1)
    found = {key: f"{value:.12g}" for key, value in found.items() if key not in info}
    same(f"{at}: values", found, {key: f"{value:.12g}" for key, value in wanted.items()})


def check_package(package, folder, recorded, at):
    """It has all recorded tables, without their notes, and explains their columns. package.mjs reads it as others do."""
    newest = max(re.findall(r"^# date: (\S+)", "".join(path.read_text() for path in recorded.values()), re.M))
    same(f"{at}: version", (package["version"], package["created"], package["licenses"][0]["name"]),
         (newest, f"{newest}T00:00:00Z", "other-pd"))
    same(f"{at}: tables", sorted(each["name"] for each in package["resources"]), sorted(recorded))
    for each in package["resources"]:
        where = f"{at} {each['name']}"
        rows = [line for line in recorded[each["name"]].read_text().splitlines(True) if not line.startswith("#")]
        same(where, (folder / each["path"]).read_text(), "".join(rows))
        for field in each["schema"]["fields"]:
            if each["name"] != "machine":
                same(f"{where}: {field['name']} is explained", bool(field.get("description")), True)


site, *results = map(Path, sys.argv[1:])
pages = sorted(site.glob("*/report.html"))
for path in pages:
    folder, machine = path.parent, path.parent.name
    page = Node()
    page.feed(path.read_text())
    page = next(page.all("main"))
    report = json.loads((folder / "report.json").read_text())
    same(f"{machine}: edition", (machine, 1), (report["edition"], report["schema"]))
    check_page(page, report, machine)
    check_metrics((folder / "report.prom").read_text(), report, f"{machine}/report.prom")
    recorded = {table.stem: table for place in results for table in (place / machine).glob("*.csv")}
    package = json.loads((folder / "datapackage.json").read_text())
    check_package(package, folder, recorded, f"{machine}/datapackage.json")
    links = {a.attributes.get("href") for a in page.all("a")}
    same(f"{machine}: links", links & (names := {"report.json", "report.prom", "datapackage.json"}), names)
print("\n".join(faults[:20]) or f"{len(pages)} machines, {compared} comparisons")
sys.exit(bool(faults) or not pages)
