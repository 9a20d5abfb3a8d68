package suites

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/report/redact"
)

func answers(of map[string]string) func(context.Context, string) (string, error) {
	return func(_ context.Context, in string) (string, error) { return of[strings.TrimSpace(in)], nil }
}

func TestOriginLines(t *testing.T) {
	evaltest.Suite[string, string]{
		File: "testdata/lines.jsonl", Spec: evaltest.SpecFile(t, "spec.yaml"), PartlyLabelled: true,
		Extract:   answers(map[string]string{"a.pdf": `{"total":"13.45"}`, "b.pdf": `{"total":"18.45"}`, "c.pdf": `{"total":"99.00"}`}),
		Gate:      evaltest.Gate{Limits: []evaltest.Limit{{Metric: "rule found", Is: "at_least", Value: 0.9}}},
		Redaction: evaltest.Redaction{Mode: redact.Mode(os.Getenv("REDACT"))},
	}.Run(t)
}

func TestOriginFolder(t *testing.T) {
	evaltest.Suite[string, string]{
		File: "testdata/folder", Spec: evaltest.SpecFile(t, "spec.yaml"),
		Extract: answers(map[string]string{"%PDF-1.4": `{"total":15.5}`, "%PDF-1.4 b": `{}`}),
	}.Run(t)
}

const page = "Net 15.50\nTotal 18.45"

func TestOriginInput(t *testing.T) {
	evaltest.Suite[string, string]{
		Cases: []evaltest.Case[string]{{ID: "a", Input: page, Want: `{"total":18.45}`}},
		Spec:  evaltest.SpecFile(t, "spec.yaml"), Extract: answers(map[string]string{page: `{"total":77}`}),
	}.Run(t)
}

func TestOriginText(t *testing.T) {
	evaltest.Suite[string, string]{
		Cases: []evaltest.Case[string]{{ID: "a", Input: "a.pdf", Want: `{"total":18.45}`}, {ID: "b", Input: "b.pdf", Want: `{"total":18.45}`}},
		Spec:  evaltest.SpecFile(t, "spec.yaml"), Extract: answers(map[string]string{"a.pdf": `{"total":15.5}`, "b.pdf": `{"total":15.5}`}),
		Text: func(in string) string {
			if in == "b.pdf" {
				panic("no text of b")
			}
			return page
		},
	}.Run(t)
}

func TestOriginName(t *testing.T) {
	evaltest.Suite[string, string]{
		Cases: []evaltest.Case[string]{{ID: "a", Input: "a.pdf", Want: `{"total":18.45}`}},
		Spec:  evaltest.SpecFile(t, "spec.yaml"), Extract: answers(map[string]string{"a.pdf": `{"total":15.5}`}),
	}.Run(t)
}
