package suites

import (
	"context"
	"log"
	"os"
	"syscall"
	"testing"

	"github.com/extracteval/extracteval/evaltest"
)

// The third of four documents brings the fault that FAULT names upon the test.
func TestFault(t *testing.T) {
	evaltest.Suite[string, map[string]string]{
		Name: "fault",
		Cases: []evaltest.Case[string]{
			{ID: "one", Want: `{"a":"1"}`},
			{ID: "two", Want: `{"a":"1"}`},
			{ID: "three", Input: os.Getenv("FAULT"), Want: `{"a":"1"}`},
			{ID: "four", Want: `{"a":"1"}`},
		},
		Extract: func(_ context.Context, fault string) (map[string]string, error) {
			if fault != "" {
				faults[fault](t)
			}
			return map[string]string{"a": "1"}, nil
		},
		Gate: evaltest.Gate{MicroF1: 0.5},
	}.Run(t)
}

var faults = map[string]func(t *testing.T){
	"panic":       func(*testing.T) { panic("paper jam") },
	"go panic":    func(*testing.T) { go panic("paper jam"); select {} },
	"exit 0":      func(*testing.T) { os.Exit(0) },
	"exit 3":      func(*testing.T) { os.Exit(3) },
	"log.Fatal":   func(*testing.T) { log.Fatal("paper jam") },
	"kill":        func(*testing.T) { syscall.Kill(os.Getpid(), syscall.SIGKILL); select {} },
	"hang":        func(*testing.T) { select {} },
	"outer fatal": func(t *testing.T) { t.Fatal("paper jam") },
}
