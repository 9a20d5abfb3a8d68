"""Writes classes.json, the numbers of scikit-learn for confusion tables: python3 classes.py > classes.json"""
import json
import random

import sklearn
from sklearn.metrics import classification_report, cohen_kappa_score, confusion_matrix


def numbers(name, classes, values):
    want, got = [w for w, _ in values], [g for _, g in values]
    labels = classes + ["(other)", "(empty)"]
    report = classification_report(want, got, labels=classes, output_dict=True, zero_division=0)
    return {
        "name": name, "classes": classes, "values": values,
        "report": {c: report[c] for c in classes}, "macro_f1": report["macro avg"]["f1-score"],
        "confusion": confusion_matrix(want, got, labels=labels).tolist(),
        "accuracy": sum(w == g for w, g in values) / len(values),
        "kappa": cohen_kappa_score(want, got, labels=labels),
    }


r = random.Random(7)
types = ["invoice", "credit note", "receipt", "reminder"]
draw = lambda: r.choices(types, weights=[6, 3, 2, 1])[0]
sets = [
    numbers("the table of the documentation of confusion_matrix", ["ant", "bird", "cat"],
            [list(p) for p in zip(["cat", "ant", "cat", "cat", "ant", "bird"], ["ant", "ant", "cat", "cat", "ant", "cat"])]),
    numbers("four classes, one in five confused", types,
            [[w, w if r.random() < 0.8 else draw()] for w in (draw() for _ in range(200))]),
    numbers("missing and other answers, and documents without a class", types,
            [[w, w if r.random() < 0.7 else r.choice(["(empty)", "(other)", "invoice"])] for w in (r.choice(types + ["(empty)"]) for _ in range(150))]),
    numbers("worse than chance", ["yes", "no"], [["yes", "no"]] * 7 + [["no", "yes"]] * 5 + [["no", "no"]] * 2),
]
print(json.dumps({"source": "scikit-learn " + sklearn.__version__, "sets": sets}, separators=(",", ":")))
