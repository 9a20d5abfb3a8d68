package reporttest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
)

// Evaluated is a run that evaluates answers by truths.
type Evaluated struct {
	Name   string // of the source; default "run"
	Start  time.Time
	Spec   string // YAML; default: every leaf
	Custom map[string]func(json.RawMessage) (compare.Comparator, error)
	// Truths and Answers are JSON, by the number of the case; its id is "doc-00" and so on. A truth of "" means no
	// truth, an answer of "" an error of the extractor.
	Truths  []string
	Answers [][]string // one for each trial
	Options report.CaseOptions
	// Repetition is the number of the repetition by go test -count.
	Repetition int
	// Edit changes a record before it is written. It may be nil.
	Edit func(*report.Case)
}

// Source returns the artifact of the run.
func (e Evaluated) Source(t TB) artifact.Source {
	t.Helper()
	if e.Spec == "" {
		e.Spec = "{}"
	}
	spec, err := eval.ParseSpec([]byte(e.Spec), e.Custom)
	require.NoError(t, err)
	evaluator, err := spec.Compile()
	require.NoError(t, err)
	ds := report.Dataset{Name: "invoices", Trials: len(e.Answers)}
	ds.SetRedaction(e.Options.Redaction)
	_, err = ds.SetSpec(spec)
	require.NoError(t, err)
	records := []report.Record{report.Run{Schema: report.Schema, Package: "example.com/invoices", Repetition: max(e.Repetition, 1), Start: e.Start}, ds}
	for trial, answers := range e.Answers {
		for i, answer := range answers {
			seen := report.Observation{ID: fmt.Sprintf("doc-%02d", i), Trial: trial + 1, Unlabelled: e.Truths[i] == "", Want: []byte(e.Truths[i])}
			var got any = json.RawMessage(answer)
			if answer == "" {
				seen.Err = errors.New("timeout")
				got = seen.Err
			}
			of := eval.Document{Got: got}
			if !seen.Unlabelled {
				of.Want = json.RawMessage(e.Truths[i])
			}
			result, err := evaluator.EvaluateDocument(context.Background(), of)
			require.NoError(t, err)
			seen.Result = &result
			c := report.NewCase(seen, e.Options)
			if e.Edit != nil {
				e.Edit(&c)
			}
			records = append(records, c)
		}
	}
	text := []byte{}
	for _, r := range append(records, report.End{Cases: len(e.Answers) * len(e.Truths)}) {
		text, err = artifact.AppendRecord(text, r)
		require.NoError(t, err)
	}
	if e.Name == "" {
		e.Name = "run"
	}
	return Source(e.Name+".jsonl", string(text))
}
