"""Writes topk.json, the top-k accuracies of scikit-learn: python3 topk.py > topk.json"""
import json
import random

import numpy as np
import sklearn
from sklearn.metrics import top_k_accuracy_score


def numbers(name, classes, truths, scores):
    # Of equal scores top_k_accuracy_score takes the last column first. With the column of the truth first, a truth comes behind
    # the classes that share its score, as package report has it. Each value is asked for by itself, since the column differs.
    def behind(k):
        hits = [top_k_accuracy_score([0], [[row[t]] + row[:t] + row[t + 1:]], k=k, labels=range(len(classes))) for t, row in zip(truths, scores)]
        return sum(hits) / len(hits)

    ks = [k for k in (1, 2, 3, 5) if k < len(classes)]
    return {
        "name": name, "classes": classes, "truths": truths, "scores": scores,
        "as_it_is": {k: top_k_accuracy_score(truths, np.array(scores), k=k, labels=range(len(classes))) for k in ks},
        "truth_behind_equal_scores": {k: behind(k) for k in ks},
    }


r = random.Random(11)
letters = ["invoice", "credit note", "receipt", "reminder", "order", "offer", "delivery note", "contract"]
draw = lambda n: [r.randrange(n) for _ in range(120)]
truths = draw(8)
sets = [
    numbers("the example of the documentation of top_k_accuracy_score", ["0", "1", "2"], [0, 1, 2, 2],
            [[0.5, 0.2, 0.2], [0.3, 0.4, 0.2], [0.2, 0.4, 0.3], [0.7, 0.2, 0.1]]),
    numbers("logits below 0", letters, truths, [[round(r.gauss(1.5 if c == t else 0, 1) - 3, 3) for c in range(8)] for t in truths]),
    numbers("equal scores", letters[:4], truths4 := draw(4), [[r.choice([0, 0.25, 0.5]) + (0.25 if c == t else 0) for c in range(4)] for t in truths4]),
]
print(json.dumps({"source": "scikit-learn " + sklearn.__version__, "sets": sets}, separators=(",", ":")))
