package replay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
)

// Provider answers a request with the text of a response: a model, a service, or
// recordings of them. A request is any value that encoding/json marshals. A
// suite with workers calls a provider concurrently.
type Provider[Request any] func(ctx context.Context, request Request) (response string, err error)

// Mode is the source of responses. EVALTEST_PROVIDER sets the mode of a test.
type Mode string

const (
	Replay Mode = "replay" // recordings
	Record Mode = "record" // the real provider, whose responses are recorded
	Real   Mode = "real"   // the real provider, without recording
)

// errNoProvider is the error of a mode that needs a real provider, without one.
var errNoProvider = errors.New("no provider is configured")

// New returns a provider for a mode. real may be nil in mode Replay; in other
// modes that is an error. An error of the real provider is
// returned unchanged, and never recorded.
//
// In mode Record the response is returned as written, scrubbed, so that a test sees the
// same text as its replay. Usage that the real provider adds by evaltest.AddUsage
// before it returns is kept with the response.
//
// New does not know its test: the mode stands in the record of every run of the process whose test opened no provider.
func New[Request any](mode Mode, r Recordings, real Provider[Request]) (Provider[Request], error) {
	p, err := newProvider(mode, r, real)
	if err == nil {
		cases.NoteProvider("", string(mode), r.folder())
	}
	return p, err
}

func newProvider[Request any](mode Mode, r Recordings, real Provider[Request]) (Provider[Request], error) {
	switch mode {
	case Replay:
		return func(ctx context.Context, request Request) (string, error) {
			used := cases.MeterOf(ctx)
			used.Replay()
			response, took, err := r.recorded(request)
			used.Add(took.costs)
			used.Stop(took.stop)
			return response, err
		}, nil
	case Record, Real:
		if real == nil {
			return nil, fmt.Errorf("replay: mode %q: %w", mode, errNoProvider)
		}
	default:
		return nil, fmt.Errorf("replay: unknown mode %q, want %q, %q or %q", mode, Replay, Record, Real)
	}
	if mode == Real {
		return real, nil
	}
	return func(ctx context.Context, request Request) (string, error) {
		measured, used := cases.Metered(ctx)
		response, err := real(measured, request)
		costs, _ := used.Close()
		cases.MeterOf(ctx).Add(costs)
		cases.MeterOf(ctx).Stop(used.Stopped())
		if err != nil {
			return "", err
		}
		return r.store(request, response, use{costs, used.Stopped()})
	}, nil
}

// Open returns the provider for a test, in the mode of EVALTEST_PROVIDER. The record of a run has the mode, and with
// labels a hash of the recordings of all providers that its test has opened in mode Replay. Call Open before the suite
// runs, since the record is written then. If the mode needs a real provider and real is nil, the whole test is skipped,
// with a message, and the marker of the run names the test.
func Open[Request any](t testing.TB, r Recordings, real Provider[Request]) Provider[Request] {
	t.Helper()
	provider, err := gotest.Provider(os.LookupEnv)
	if err != nil {
		t.Fatalf("replay: %v", err)
	}
	mode := Mode(provider)
	r.Command = cmp.Or(r.Command, cases.Command(t.Name()))
	p, err := newProvider(mode, r, real)
	if err == nil {
		cases.NoteProvider(t.Name(), provider, r.folder())
	}
	if err == nil && mode == Replay {
		err = gotest.Tracked(r.folder())
	}
	switch {
	case errors.Is(err, errNoProvider):
		reason := fmt.Sprintf("EVALTEST_PROVIDER=%s, but no provider is configured: nothing was asked, and nothing has passed", mode)
		cases.NoteSkip(t.Name(), reason)
		t.Skipf("replay: %s", reason)
	case err != nil:
		t.Fatalf("%v", err)
	}
	return p
}
