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
		Cases:   []evaltest.Case[string]{{ID: "one", Want: `{}`}},
		Extract: func(context.Context, string) (string, error) { return `{}`, nil },
	}.Run(t)
}
