package regression

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/extracteval/extracteval/internal/regressionset"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

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
