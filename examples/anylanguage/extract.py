"""A service that reads invoices, in Python, with the standard library alone.

    python3 extract.py INVOICE.txt ... > answers.jsonl
    python3 extract.py -csv INVOICE.txt ... > answers.csv

It prints an answer for each text, or the error in its place. Its rules are few, so that it makes mistakes, as real services
do: it takes the first number behind a word that it knows.
"""

import csv
import json
import pathlib
import re
import sys

MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()


def find(pattern, text):
    """Returns the first group of the first match, or None."""
    match = re.search(pattern, text, re.IGNORECASE | re.MULTILINE)
    return match.group(1) if match else None


def read_date(text):
    """Returns the first date of a text as YYYY-MM-DD, or None. A date with slashes has the day first."""
    if match := re.search(r"(\d{4})-(\d\d)-(\d\d)", text):
        return match.group(0)
    if match := re.search(r"(\d\d)/(\d\d)/(\d{4})", text):
        day, month, year = match.groups()
        return f"{year}-{month}-{day}"
    if match := re.search(r"(\d{1,2}) ([A-Z][a-z]{2})[a-z]* (\d{4})", text):
        day, month, year = match.groups()
        if month.lower() in MONTHS:
            return f"{year}-{MONTHS.index(month.lower()) + 1:02}-{int(day):02}"
    return None


def read_amount(pattern, text):
    """Returns the amount behind a word as a number, or None."""
    amount = find(pattern + r"[^\d\n]*?(-?\d[\d,]*\.\d\d)", text)
    return float(amount.replace(",", "")) if amount else None


def extract(text):
    """Returns the values of an invoice."""
    total = read_amount(r"^[ |]*(?:invoice )?(?:total|amount|balance)(?: [a-z]+)*", text)
    if total is None:
        raise ValueError("there is no total")
    return {
        "number": find(r"(?:invoice|bill|folio)(?: no:| number| #)?[ |]+([A-Z0-9][A-Z0-9/-]*\d[A-Z0-9/-]*)", text),
        "date": read_date(text),
        "currency": {"£": "GBP", "$": "USD", "€": "EUR"}.get(find(r"([£$€])", text)),
        "total": total,
        "tax": read_amount(r"^[ |]*(?:vat|hst|sales tax)(?: @)?(?: [\d.]+ ?%)?", text),
    }


def answers(names):
    """Yields the id of each text with its values, or with an error in their place."""
    for name in names:
        path = pathlib.Path(name)
        id = path.name.removesuffix(".input.txt")
        try:
            yield {"id": id, "got": extract(path.read_text(encoding="utf-8"))}
        except ValueError as err:
            yield {"id": id, "error": str(err)}


def main(args):
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    if args[:1] == ["-csv"]:
        columns = "id number date currency total tax error".split()
        table = csv.DictWriter(sys.stdout, columns, lineterminator="\n")
        table.writeheader()
        for line in answers(args[1:]):
            table.writerow({**line.pop("got", {}), **line})
        return
    for line in answers(args):
        print(json.dumps(line, ensure_ascii=False))


main(sys.argv[1:])
