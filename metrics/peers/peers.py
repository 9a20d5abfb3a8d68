"""Times our benchmarks and their peers in turns; see doc.go.

    python3 metrics/peers/peers.py [-rounds 5] [-only assignment,iou]
"""
import argparse, collections, contextlib, datetime, importlib, io, json, os, platform, re, subprocess, sys, tempfile, time

HERE = os.path.dirname(os.path.abspath(__file__))


def module(name):
    """Returns a module that is installed, else None."""
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def assignment(inputs, found):
    np, scipy = found("numpy"), found("scipy")
    if not (np and scipy):
        return
    from scipy.optimize import linear_sum_assignment
    for name, values in inputs["matrices"].items():
        n = int(name.rsplit("-", 1)[1])
        matrix = np.array(values).reshape(n, n)

        def do(matrix=matrix):
            rows, columns = linear_sum_assignment(matrix, maximize=True)
            return float(matrix[rows, columns].sum())
        yield "assignment/" + name, "scipy", do


class Native:
    """A task of testdata/rapidfuzz.cpp, which times itself; called, it returns the sum of what comes out."""

    def __init__(self, *command, input):
        self.command, self.input = command, input

    def run(self):
        out = subprocess.run(self.command, input=self.input, check=True, capture_output=True, text=True).stdout
        return [float(v) for v in out.split()]

    def nanoseconds(self):
        return self.run()[0]

    def __call__(self):
        return self.run()[1]


def strings(inputs, found):
    """rapidfuzz-cpp, which gets its texts decoded, where RAPIDFUZZ_INCLUDE has its headers; else rapidfuzz from Python."""
    if include := os.environ.get("RAPIDFUZZ_INCLUDE"):
        binary = os.path.join(tempfile.mkdtemp(), "rapidfuzz")
        subprocess.run(["g++", "-O3", "-std=c++17", "-I", include, "-o", binary, os.path.join(HERE, "testdata/rapidfuzz.cpp")], check=True)
        for name, pairs in inputs["pairs"].items():
            lines = "\n".join(" ".join(str(v) for t in pair for v in [len(t), *map(ord, t)]) for pair in pairs)
            for what in ("levenshtein", "osa", "lcs", "jaro"):
                yield what + "/" + name, "rapidfuzz-cpp", Native(binary, what, name.split("-")[0], input=lines)
        return
    if not found("rapidfuzz"):
        return
    from rapidfuzz import distance
    for name, pairs in inputs["pairs"].items():
        for what, f in (("levenshtein", distance.Levenshtein.distance), ("osa", distance.OSA.distance),
                        ("lcs", distance.LCSseq.similarity), ("jaro", distance.Jaro.similarity)):
            got, want = [p[0] for p in pairs], [p[1] for p in pairs]
            yield what + "/" + name, "rapidfuzz", lambda f=f, got=got, want=want: float(sum(map(f, got, want)))


def polygons(inputs, found):
    if not found("shapely"):
        return
    from shapely.geometry import Polygon
    for name, all in inputs["polygons"].items():
        shapes = [Polygon(list(zip(c[::2], c[1::2]))) for c in all]

        def do(shapes=shapes):
            total = 0.0
            for a, b in zip(shapes, shapes[1:]):
                both = a.intersection(b).area
                total += both / (a.area + b.area - both)
            return total
        yield "iou/" + name, "shapely", do


def boxes(inputs, found):
    np = found("numpy")
    if not np:
        return
    got, want = (np.array([[b["X1"], b["Y1"], b["X2"], b["Y2"]] for b in side]) for side in inputs["boxes"])

    def do():
        low = np.maximum(got[:, None, :2], want[None, :, :2])
        high = np.minimum(got[:, None, 2:], want[None, :, 2:])
        both = np.clip(high - low, 0, None).prod(axis=2)
        areas = [(side[:, 2:] - side[:, :2]).prod(axis=1) for side in (got, want)]
        return float((both / (areas[0][:, None] + areas[1][None, :] - both)).sum())
    yield "iou/matrix-1000", "numpy", do


def coco(inputs, found):
    if not found("pycocotools"):
        return
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    def rectangle(box):
        return [box["X"], box["Y"], box["Width"], box["Height"]]
    truths, detections = [], []
    for i, image in enumerate(inputs["images"], 1):
        for t in image["Truths"]:
            box = rectangle(t["Box"])
            truths.append({"id": len(truths) + 1, "image_id": i, "category_id": int(t["Class"]), "bbox": box,
                           "area": box[2] * box[3], "iscrowd": 0})
        for d in image["Detections"]:
            detections.append({"image_id": i, "category_id": int(d["Class"]), "bbox": rectangle(d["Box"]), "score": d["Score"]})
    with contextlib.redirect_stdout(io.StringIO()):
        truth = COCO()
        truth.dataset = {"images": [{"id": i + 1} for i in range(len(inputs["images"]))], "annotations": truths,
                         "categories": [{"id": i} for i in range(1, 11)]}
        truth.createIndex()
        answer = truth.loadRes(detections)

    def do():
        with contextlib.redirect_stdout(io.StringIO()):
            e = COCOeval(truth, answer, "bbox")
            e.evaluate()
            e.accumulate()
            e.summarize()
        return float(e.stats[0])
    yield "coco/images-1000", "pycocotools", do


def confidences(inputs, found):
    np, sklearn = found("numpy"), found("sklearn")
    if not (np and sklearn):
        return
    from sklearn.metrics import brier_score_loss, roc_auc_score
    correct = np.array([p["Correct"] for p in inputs["predictions"]])
    confidence = np.array([p["Confidence"] for p in inputs["predictions"]])
    yield "auroc/100000", "scikit-learn", lambda: float(roc_auc_score(correct, confidence))
    yield "brier/100000", "scikit-learn", lambda: float(brier_score_loss(correct, confidence))


def bootstrap(inputs, found):
    np = found("numpy")
    if not np:
        return
    counts = np.array(inputs["documents"])

    def do():
        random = np.random.default_rng(1)
        f1 = np.empty(1000)
        for i in range(1000):  # all at once would not fit a cache
            tp, fp, fn = counts[random.integers(0, len(counts), len(counts))].sum(axis=0)
            f1[i] = 2 * tp / (2 * tp + fp + fn)
        return float(np.quantile(f1, 0.025))
    yield "bootstrap/10000x1000", "numpy", do


FAMILIES = {
    "assignment": (assignment, ["assignment"]), "strings": (strings, ["levenshtein", "osa", "lcs", "jaro"]),
    "iou": (lambda i, f: [*polygons(i, f), *boxes(i, f)], ["iou"]), "coco": (coco, ["coco"]),
    "confidences": (confidences, ["auroc", "brier"]), "bootstrap": (bootstrap, ["bootstrap"]),
}


def least(do, seconds=0.05):
    """Returns the shortest of several calls, in nanoseconds: at least three, and as many as fit the time."""
    if isinstance(do, Native):
        return do.nanoseconds()
    best, calls, end = None, 0, time.perf_counter() + seconds
    while calls < 3 or time.perf_counter() < end:
        start = time.perf_counter_ns()
        do()
        took = time.perf_counter_ns() - start
        best, calls = took if best is None else min(best, took), calls + 1
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("-rounds", type=int, default=5, help="how often the two sides take turns")
    parser.add_argument("-only", default=",".join(FAMILIES), help="families, " + ",".join(FAMILIES))
    options = parser.parse_args()
    only = options.only.split(",")
    if unknown := [f for f in only if f not in FAMILIES]:
        parser.error("unknown family %s; there are %s" % (", ".join(unknown), ", ".join(FAMILIES)))

    versions, missing = {}, []

    def found(name):
        m = module(name)
        if m is None:
            missing.append(name) if name not in missing else None
        else:
            versions[name] = getattr(m, "__version__", "of unknown version")
        return m

    with tempfile.TemporaryDirectory() as folder:
        binary = os.path.join(folder, "peers.test")
        subprocess.run(["go", "test", "-c", "-o", binary, "."], cwd=HERE, check=True)
        subprocess.run([binary, "-test.run", "^TestTasks$"], cwd=HERE, check=True, stdout=subprocess.DEVNULL,
                       env=os.environ | {"PEERS_DIR": folder})
        with open(os.path.join(folder, "inputs.json")) as f:
            inputs = json.load(f)
        with open(os.path.join(folder, "answers.json")) as f:
            answers = {a["name"]: a for a in json.load(f)}
        theirs = {family: list(FAMILIES[family][0](inputs, found)) for family in only}
        ours, peers = collections.defaultdict(list), collections.defaultdict(list)
        for _ in range(options.rounds):
            for family in only:
                if not theirs[family]:
                    continue
                names = "|".join(FAMILIES[family][1])
                out = subprocess.run([binary, "-test.run", "^$", "-test.bench", "^BenchmarkPeers$/^(%s)$" % names, "-test.cpu", "1",
                                      "-test.benchtime", "50ms"], cwd=HERE, check=True, capture_output=True, text=True).stdout
                for name, ns in re.findall(r"^BenchmarkPeers/(\S+)\s.*?(\S+) least-ns", out, re.MULTILINE):
                    ours[name].append(float(ns))
                for name, _, do in theirs[family]:
                    peers[name].append(least(do))

    print("%s, %s, %s, Python %s, %d rounds. Not found: %s.\n" % (
        datetime.date.today(), platform.machine(), ", ".join("%s %s" % v for v in sorted(versions.items())),
        platform.python_version(), options.rounds, ", ".join(missing) or "none"))
    print("| task | peer | peer, µs | ours, µs | ratio | numbers |\n|---|---|--:|--:|--:|---|")
    wrong = False
    for family in only:
        for name, peer, do in sorted(theirs[family], key=lambda t: [int(x) if x.isdigit() else x for x in re.split(r"(\d+)", t[0])]):
            units = answers[name]["units"]
            their, our = min(peers[name]) / units / 1e3, min(ours[name]) / units / 1e3
            off = abs(do() - answers[name]["value"]) / max(1e-9, abs(answers[name]["value"]))
            # Resamples differ from run to run of either side.
            agree = off < 1e-9 or family == "bootstrap" and off < 1e-3
            wrong = wrong or not agree
            print("| %s | %s | %.4g | %.4g | %.2g | %s |" % (name, peer, their, our, our / their, "agree" if agree else "differ by %.2g" % off))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
