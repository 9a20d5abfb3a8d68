package suites

import (
	"os"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

func TestTable(t *testing.T) {
	tests := []struct{ name, got string }{
		{"good", `{"total":1}`},
		{"bad", `{"total":2}`},
		{"also good", `{"total":1}`},
	}
	c := evaltest.Collect(t, evaltest.Config{
		Gate:  evaltest.Gate{MicroF1: 0.9},
		Cases: len(tests),
	})
	t.Run("case", func(t *testing.T) {
		for _, tt := range tests {
			t.Run(tt.name, func(t *testing.T) {
				t.Parallel()
				c.FieldAccuracy(t, tt.got, `{"total":1}`)
			})
		}
	})
	t.Run("gate", c.Gate)
}

func TestOther(t *testing.T) {
	c := evaltest.Collect(t, evaltest.Config{Gate: evaltest.Gate{MicroF1: 0.9}, Cases: 2})
	t.Run("case", func(t *testing.T) {
		t.Run("good", func(t *testing.T) { c.FieldAccuracy(t, `{"total":1}`, `{"total":1}`) })
		t.Run("also", func(t *testing.T) {
			if testing.Short() {
				t.Skip("it takes long")
			}
			c.FieldAccuracy(t, `{"total":1}`, `{"total":1}`)
		})
	})
	if os.Getenv("FORGET") == "" {
		t.Run("gate", c.Gate)
	}
}

// A skipped test has forgotten nothing.
func TestSkipped(t *testing.T) {
	evaltest.Collect(t, evaltest.Config{Gate: evaltest.Gate{MicroF1: 0.9}, Cases: 1})
	t.Skip("no scanner here")
}

func TestUngrouped(t *testing.T) {
	if testing.Short() {
		t.Skip()
	}
	c := evaltest.Collect(t, evaltest.Config{Gate: evaltest.Gate{MicroF1: 0.9}, Cases: 2})
	t.Run("early", func(t *testing.T) { c.FieldAccuracy(t, `{"total":1}`, `{"total":1}`) })
	t.Run("late", func(t *testing.T) {
		t.Parallel()
		c.FieldAccuracy(t, `{"total":1}`, `{"total":1}`)
	})
	t.Run("gate", c.Gate)
}

func TestAlone(t *testing.T) {
	const got, want = `{"number":"A-1","total":2}`, `{"number":"A-1","total":1}`
	evaltest.FieldAccuracy(t, got, want, evaltest.Config{})
}
