package regression

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/evaltest/replay"
	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/regressionset"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/metrics/runs"
	"github.com/extracteval/extracteval/metrics/spans"
	"github.com/extracteval/extracteval/report"
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

// verdict is an outcome in the form that the suite compares: its first three
// members with the members of truth.
type verdict struct {
	Response    string                  `json:"response,omitempty"`
	Kind        regressionset.EmptyKind `json:"emptyResultKind"`
	Extractions int                     `json:"extractions"`
	Answer      json.RawMessage         `json:"answer,omitempty"`
	Valid       bool                    `json:"valid"`
}

const validResponse = "valid"

func verdictOf(r Record, o regressionset.Outcome) verdict {
	v := verdict{Response: validResponse, Kind: o.Kind, Extractions: len(o.Extractions), Answer: o.Answer.Raw(), Valid: o.Failure == ""}
	if o.Failure != "" {
		v.Response = o.Failure
	}
	if r.Expected.EmptyResultKind == regressionset.EmptyByFailure {
		v.Response = "" // any failure matches
	}
	return v
}

// truth is the expected verdict.
type truth struct {
	Response    string                  `json:"response,omitempty"`
	Kind        regressionset.EmptyKind `json:"emptyResultKind"`
	Extractions string                  `json:"extractions"`
}

func truthOf(e regressionset.Expected) truth {
	t := truth{Response: validResponse, Kind: e.EmptyResultKind, Extractions: fmt.Sprintf(bounds, e.MinExtractions, e.MaxExtractions)}
	if e.EmptyResultKind == regressionset.EmptyByFailure {
		t.Response = ""
	}
	return t
}

// bounds is the format of a truth's wanted number of extractions.
const bounds = "%d to %d"

// withinBounds compares a number with "1 to 3".
var withinBounds = compare.Func{Name: "within_bounds", Judge: func(_ context.Context, got, want document.Value) (compare.Comparison, error) {
	var least, most int
	if _, err := fmt.Sscanf(want.Text(), bounds, &least, &most); err != nil {
		return compare.Comparison{}, err
	}
	n, err := strconv.Atoi(got.Text())
	return compare.Binary(err == nil && n >= least && n <= most), nil
}}

// recorded returns the recorded response of the provider.
func recorded(_ context.Context, r Record) (string, error) { return r.ProviderResponseText, nil }

// recorder collects responses until the set is written.
type recorder struct {
	scrub     func(string) string
	mu        sync.Mutex
	responses map[string]string // by caseId, from the first trial with a response
}

func (k *recorder) around(ask func(context.Context, Record) (string, error)) func(context.Context, Record) (string, error) {
	return func(ctx context.Context, r Record) (string, error) {
		response, err := ask(ctx, r)
		if err != nil {
			return "", err
		}
		if k.scrub != nil {
			response = k.scrub(response)
		}
		// A set is UTF-8 text. Judge the response as a replay will read it.
		response = strings.ToValidUTF8(response, "\uFFFD")
		k.mu.Lock()
		defer k.mu.Unlock()
		if _, repeated := k.responses[r.CaseID]; !repeated {
			k.responses[r.CaseID] = response
		}
		return response, nil
	}
}

type measure = evaltest.Measure[Record]

const quoteInvariantRate = "quoteInvariantRate"

// measures returns the metrics of the package documentation.
func (s Suite) measures(records []Record) []measure {
	certain := report.RatioOf(1, true)
	all := []measure{
		{Name: "schemaValidRate", Empty: certain, Answer: schemaValid},
		{Name: "failureRate", Answer: failed},
	}
	if s.Unit != "" {
		all = append(all, measure{Name: quoteInvariantRate, Empty: certain, Answer: s.quotes})
	}
	all = append(all,
		measure{Name: "uniqueExtractionStability", Runs: s.stability},
		measure{Name: "extractionCountMin", Count: true, Runs: s.counts(func(c runs.CountStatistics) float64 { return float64(c.Min) })},
		measure{Name: "extractionCountMax", Count: true, Runs: s.counts(func(c runs.CountStatistics) float64 { return float64(c.Max) })},
		measure{Name: "extractionCountMean", Count: true, Runs: s.counts(func(c runs.CountStatistics) float64 { return c.Mean })},
		measure{Name: "extractionCountStdDev", Count: true, Runs: s.counts(func(c runs.CountStatistics) float64 { return c.StdDev })},
	)
	if hasGold(records) {
		all = append(all,
			measure{Name: "groundingStrictF1", Answer: s.grounding(func(g spans.Grounding) spans.Tally { return g.Strict })},
			measure{Name: "groundingExactF1", Answer: s.grounding(func(g spans.Grounding) spans.Tally { return g.Exact })},
			measure{Name: "groundingPartialF1", Answer: s.grounding(func(g spans.Grounding) spans.Tally { return g.Partial })},
			measure{Name: "groundingTypeF1", Answer: s.grounding(func(g spans.Grounding) spans.Tally { return g.Type })},
		)
	}
	b := regressionset.BreadthOf(records)
	return append(all,
		measure{Name: "cases", Count: true, Runs: constant(b.Cases)},
		measure{Name: "categories", Count: true, Runs: constant(b.Categories)},
		measure{Name: "packs", Count: true, Runs: constant(b.Packs)},
	)
}

func hasGold(records []Record) bool {
	return slices.ContainsFunc(records, func(r Record) bool { return r.Expected.Extractions != nil })
}

type (
	answerMeasure = func(context.Context, evaltest.Case[Record], document.Value) (sum, weight float64, err error)
	runsMeasure   = func(context.Context, evaltest.Case[Record], []document.Value) (sum, weight float64, err error)
)

func constant(n int) runsMeasure {
	return func(context.Context, evaltest.Case[Record], []document.Value) (float64, float64, error) {
		return float64(n), 1, nil
	}
}

func numberOf(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

func valid(v document.Value) bool {
	yes, _ := v.Member("valid").Bool()
	return yes
}

// extractions returns the extractions of an answer, nil for a failure.
func (s Suite) extractions(v document.Value) []spans.Extraction {
	switch {
	case !valid(v):
		return nil
	case s.Extractions != nil:
		return s.Extractions(v.Member("answer"))
	}
	return spans.Layout{}.Extractions(v.Member("answer"))
}

func schemaValid(_ context.Context, _ evaltest.Case[Record], v document.Value) (float64, float64, error) {
	return numberOf(valid(v)), numberOf(v.Member("answer").Exists()), nil
}

func failed(_ context.Context, _ evaltest.Case[Record], v document.Value) (float64, float64, error) {
	return numberOf(!valid(v)), 1, nil
}

func (s Suite) quotes(_ context.Context, c evaltest.Case[Record], v document.Value) (float64, float64, error) {
	check, err := spans.CheckQuotes(c.Input.DocumentText, s.Unit, s.extractions(v))
	return float64(check.Held), float64(check.Total), err
}

func (s Suite) readAll(answers []document.Value) [][]spans.Extraction {
	found := arithmetic.Each(answers, s.extractions)
	return found
}

func (s Suite) stability(_ context.Context, _ evaltest.Case[Record], answers []document.Value) (float64, float64, error) {
	return runs.UniqueExtractionStability(s.readAll(answers)), 1, nil
}

func (s Suite) counts(count func(runs.CountStatistics) float64) runsMeasure {
	return func(_ context.Context, _ evaltest.Case[Record], answers []document.Value) (float64, float64, error) {
		c, ok := runs.Count(s.readAll(answers))
		return count(c), numberOf(ok), nil
	}
}

// grounding adds up the parts of F1 = 2·(COR + PAR/2) / (possible + actual).
func (s Suite) grounding(scheme func(spans.Grounding) spans.Tally) answerMeasure {
	return func(_ context.Context, c evaltest.Case[Record], v document.Value) (float64, float64, error) {
		if c.Input.Expected.Extractions == nil {
			return 0, 0, nil
		}
		gold, err := document.Parse(c.Input.Expected.Extractions)
		if err != nil {
			return 0, 0, err
		}
		r, err := spans.Ground(s.extractions(v), spans.Layout{}.Extractions(gold), 0)
		t := scheme(r.Overall)
		return 2*float64(t.Correct) + float64(t.Partial), float64(t.Possible() + t.Actual()), err
	}
}
