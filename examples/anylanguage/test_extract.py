import pathlib
import subprocess

HERE = pathlib.Path(__file__).parent / "testdata"


def test_extract():
    files = [HERE / "truths.jsonl", HERE / "answers.jsonl"]
    flags = ["-dataset", "invoices", "-dir=", "-spec", HERE / "spec.yaml", "-gate", HERE / "gates.yaml"]
    run = subprocess.run(["evalreport", "score", *flags, *files], capture_output=True, encoding="utf-8")
    print(run.stdout)
    assert run.returncode == 0, (run.stderr or run.stdout).strip().split("\n\n")[-1]
