package suites

import (
	"context"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

func TestElsewhere(t *testing.T) {
	t.Chdir(t.TempDir())
	evaltest.Suite[string, string]{
		Name:    "elsewhere",
		Cases:   []evaltest.Case[string]{{ID: "one", Want: `{"n":1}`}},
		Extract: func(context.Context, string) (string, error) { return `{"n":1}`, nil },
	}.Run(t)
}
