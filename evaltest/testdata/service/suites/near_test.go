package suites

import (
	"context"
	"os"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

func nearExtract(_ context.Context, in string) (string, error) {
	if strings.TrimSpace(in) == "%PDF-1.4 c" {
		return `{"total":19.45}`, nil
	}
	return `{"total":18.45}`, nil
}

func TestNearFolder(t *testing.T) {
	evaltest.Suite[string, string]{File: "testdata/folder", Extract: nearExtract}.Run(t)
}

func TestNearText(t *testing.T) {
	evaltest.Suite[string, string]{
		Cases:   []evaltest.Case[string]{{ID: "a", Input: "%PDF-1.4", Want: `{"total":18.45}`}, {ID: "b", Input: "%PDF-1.4 b", Want: `{"total":18.45}`}},
		Trials:  2,
		Extract: nearExtract,
		Text: func(in string) string {
			text, _ := os.ReadFile("testdata/folder/" + map[string]string{"%PDF-1.4": "a", "%PDF-1.4 b": "b"}[in] + ".txt")
			return string(text)
		},
	}.Run(t)
}
