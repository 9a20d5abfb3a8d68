// Package report holds the result of a run: the types of its records, the gate that judges them, and the JSON Schema
// of the files.
//
// An artifact is a JSON Lines file of schema [Schema], one file per data set,
// described by schema.json beside this text. Its records come in this order:
//
//	run      what ran: package, versions, selection
//	dataset  what was measured: name, spec, gate
//	case     one document, many times
//	summary  the numbers over all cases
//	gate     the limits, and whether they were kept
//	end      the file is whole
//
// [NewCase] makes the record of a case from its result. The record is bounded, and a [redact.Redaction] takes out
// values that must not leave the test. A [Gate] judges a [Summary]. Package report/artifact writes and reads the
// files, package report/summarize makes a summary from cases, and package internal/terminal prints its table as text.
//
// Outcomes and counts come from package metrics, results of single documents
// from metrics/eval, intervals from metrics/stats. Package evaltest fills
// artifacts from inside go test; report/internal/render and report/diff make pages and
// comparisons of them.
//
// # Other tools
//
// DuckDB, pandas and Polars read JSON Lines, and so the artifact as it is. With DuckDB, the outcomes of each field over all runs of a
// folder (for compressed artifacts, *.jsonl.gz):
//
//	duckdb -c "SELECT f.attribute, f.outcome, count(*) FROM (SELECT unnest(fields) AS f
//	  FROM read_json('_evaltest/*.jsonl', columns={type: 'VARCHAR', id: 'VARCHAR', trial: 'INTEGER',
//	    fields: 'STRUCT(attribute VARCHAR, path VARCHAR, outcome VARCHAR, score DOUBLE, got JSON, want JSON, note VARCHAR)[]'})
//	  WHERE type = 'case') GROUP BY ALL"
//
// With pandas, a row for each value of a case:
//
//	records = [json.loads(line) for line in open("run.jsonl")]
//	fields = pd.DataFrame({"case": r["id"], "trial": r["trial"]} | f for r in records if r["type"] == "case" for f in r.get("fields", []))
//
// A file whose last record is not of type end is not whole.
//
// The files form layers, and each uses the files below it:
//
//	judge.go       the gate judges a summary
//	limits.go      limits that a data set does not have    check.go         a limit in words
//	number.go      the numbers that limits can be on       newcase.go       a result becomes a record
//	summary.go     the findings of a summary               slices.go        limits on slices
//	dataset.go     data set, its spec, judgement: records  case.go          one document, recorded
//	gate.go        the limits                              classes.go, hash.go
//	record.go      run, end, counts                        numbers.go       ratios, estimates, measures, stability
package report
