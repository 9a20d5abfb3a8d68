package regression

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/evaltest/replay"
	"github.com/extracteval/extracteval/internal/regressionset"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/spans"
)

// A Record is one line of a regression set.
type Record = regressionset.Record

// A Request is the request to a provider for a record.
type Request = regressionset.Request

// Suite runs a regression set. It has the subtests of an evaltest.Suite, "case/<id>"
// and "gate", and writes the same artifact.
type Suite struct {
	// Name names the data set in reports. Default: the name of the outermost test.
	Name string
	// File is the regression set.
	File string
	// Provider is the real provider, called in the modes record and real. If it is nil, these modes skip the whole
	// test. If it returns an error, the response is a failure.
	Provider replay.Provider[Request]
	// Scrub replaces secrets in a response before mode record writes it to
	// File.
	Scrub func(response string) string
	// Extractions returns the extractions of an answer. Default: the method of
	// spans.Layout{}, which reads {"extractions": [{"class", "start", "end", "quote"}]}.
	Extractions func(document.Value) []spans.Extraction
	// Unit is the unit of the offsets of extractions; quoteInvariantRate needs
	// it.
	Unit spans.Unit
	// Gate holds the limits. Without limits, each case that misses its expectation
	// fails its own subtest; with limits, the gate decides. The fields of FieldF1 are
	// response, emptyResultKind and extractions.
	Gate evaltest.Gate
	// Measures are further numbers. They get the answer in this form:
	//
	//	{"response", "emptyResultKind", "extractions": 2, "valid": true, "answer": {...}}
	Measures []evaltest.Measure[Record]

	// The remaining fields are as in evaltest.Suite. The attributes are response, emptyResultKind and extractions;
	// response may quote an answer that does not conform to its schema.
	ExpectCases     int
	Trials, Workers int
	MaxExamples     int
	Redaction       evaltest.Redaction
}

// Run runs the suite. A set with mistakes fails t with all of them, before any case
// has run.
func (s Suite) Run(t *testing.T) {
	t.Helper()
	if err := gotest.Tracked(s.File); err != nil {
		t.Fatalf("regression: %s: %v", t.Name(), err)
	}
	records, err := regressionset.Read(s.File)
	if err != nil {
		if s.Redaction.Active() {
			err = withoutValues(err)
		}
		t.Fatalf("regression: %s: nothing was run:\n%v", t.Name(), err)
	}
	if err := s.validate(); err != nil {
		t.Fatalf("regression: %s: %v", t.Name(), err)
	}
	provider, err := gotest.Provider(os.LookupEnv)
	if err != nil {
		t.Fatalf("regression: %v", err)
	}
	mode := replay.Mode(provider)
	if mode != replay.Replay && s.Provider == nil {
		reason := fmt.Sprintf("EVALTEST_PROVIDER=%s, but no Provider is configured: nothing was asked, and nothing has passed", mode)
		cases.NoteSkip(t.Name(), reason)
		t.Skipf("regression: %s", reason)
	}
	cases.NoteProvider(t.Name(), provider, "")
	ask := recorded
	if mode != replay.Replay {
		ask = func(ctx context.Context, r Record) (string, error) { return s.Provider(ctx, r.Request()) }
	}
	if mode == replay.Record {
		kept := &recorder{scrub: s.Scrub, responses: map[string]string{}}
		ask = kept.around(ask)
		defer func() {
			if err := regressionset.SetResponses(s.File, kept.responses); err != nil {
				t.Errorf("regression: recording: %v", err)
			}
		}()
	}
	s.suite(records, ask).Run(t)
}

// withoutValues returns an error of regressionset.Read without quotes from the records.
func withoutValues(err error) error {
	all, ok := err.(interface{ Unwrap() []error })
	if !ok {
		return err
	}
	var errs []error
	for _, err := range all.Unwrap() {
		var p *regressionset.Problem
		if errors.As(err, &p) {
			withheld := *p
			withheld.Problem = "the value is withheld, since values are redacted"
			err = &withheld
		}
		errs = append(errs, err)
	}
	return errors.Join(errs...)
}

func (s Suite) validate() error {
	if s.Unit != "" {
		_, err := spans.CheckQuotes("", s.Unit, nil)
		return err
	}
	limited := func(l evaltest.Limit) bool { return l.Metric == "measure "+quoteInvariantRate }
	if slices.ContainsFunc(s.Gate.Limits, limited) {
		return fmt.Errorf("a limit on %s needs the Unit of the offsets: utf16, bytes or runes", quoteInvariantRate)
	}
	return nil
}

// suite returns the evaltest.Suite that runs the records.
func (s Suite) suite(records []Record, ask func(context.Context, Record) (string, error)) evaltest.Suite[Record, verdict] {
	cases := make([]evaltest.Case[Record], len(records))
	for i, r := range records {
		tags := map[string]string{"category": r.Category, "pack": r.PackID}
		if s.Unit != "" {
			tags["offsets"] = string(s.Unit)
		}
		cases[i] = evaltest.Case[Record]{ID: r.CaseID, Input: r, Want: truthOf(r.Expected), Tags: tags}
	}
	return evaltest.Suite[Record, verdict]{
		Name:  s.Name,
		Cases: cases,
		Extract: func(ctx context.Context, r Record) (verdict, error) {
			response, failure := ask(ctx, r)
			o, err := r.Judge(response, failure, s.Extractions)
			return verdictOf(r, o), err
		},
		Spec: eval.Spec{Fields: []eval.Field{
			{Path: "response"}, {Path: "emptyResultKind"}, {Path: "extractions", Match: withinBounds},
		}},
		Gate: s.Gate, ExpectCases: s.ExpectCases, Trials: s.Trials, Workers: s.Workers, MaxExamples: s.MaxExamples, Redaction: s.Redaction,
		Measures: append(s.measures(records), s.Measures...),
	}
}
