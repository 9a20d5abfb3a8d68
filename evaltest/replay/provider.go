package replay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/extracteval/extracteval/evaltest/internal/meter"
	"github.com/extracteval/extracteval/evaltest/internal/noted"
	"github.com/extracteval/extracteval/evaltest/internal/playback"
	"github.com/extracteval/extracteval/evaltest/internal/settings"
)

// Provider answers a request with the text of a response: a model, a service, or
// recordings of them. A request is anything that encoding/json marshals. A
// provider is called concurrently when the suite has workers.
type Provider[Request any] func(ctx context.Context, request Request) (response string, err error)

// Mode says who answers.
type Mode string

const (
	Replay Mode = "replay" // recordings
	Record Mode = "record" // the real provider, and its responses are kept
	Real   Mode = "real"   // the real provider, and nothing is written
)

// Variable is the name of the environment variable that says the mode.
const Variable = "EVALTEST_PROVIDER"

// ModeOf returns the mode that the environment says, Replay when it says none.
// Call it inside a test: go test then knows that the result depends on it.
func ModeOf(lookup func(string) (string, bool)) (Mode, error) {
	mode, err := settings.Provider(lookup)
	if err != nil {
		return "", fmt.Errorf("replay: %w", err)
	}
	return Mode(mode), nil
}

// ErrNoProvider says that a mode needs a real provider and none is configured.
var ErrNoProvider = errors.New("no provider is configured")

// New returns a provider that works in a mode. real may be nil where nobody asks
// it; else the error is [ErrNoProvider]. An error of the real provider is returned
// as it is, and never recorded.
//
// In mode Record the response is returned as it was written, scrubbed: a test sees
// what its replay will see. What the real provider says by evaltest.AddUsage, before it
// returns, is kept with it.
func New[Request any](mode Mode, r Recordings, real Provider[Request]) (Provider[Request], error) {
	switch mode {
	case Replay:
		return func(ctx context.Context, request Request) (string, error) {
			used := meter.From(ctx)
			used.Replay()
			response, costs, err := r.recorded(request)
			used.Add(costs)
			return response, err
		}, nil
	case Record, Real:
		if real == nil {
			return nil, fmt.Errorf("replay: mode %q: %w", mode, ErrNoProvider)
		}
	default:
		return nil, fmt.Errorf("replay: unknown mode %q, want %q, %q or %q", mode, Replay, Record, Real)
	}
	if mode == Real {
		return real, nil
	}
	return func(ctx context.Context, request Request) (string, error) {
		measured, used := meter.With(ctx)
		response, err := real(measured, request)
		costs, _ := used.Close()
		meter.From(ctx).Add(costs)
		if err != nil {
			return "", err
		}
		return r.keep(request, response, costs)
	}, nil
}

// TB is what [Open] needs of a test. *testing.T has it.
type TB interface {
	Helper()
	Name() string
	Fatalf(format string, args ...any)
	Skipf(format string, args ...any)
}

// Open returns the provider for a test, in the mode of EVALTEST_PROVIDER. The record of the
// run identifies the recordings of all providers that its test has opened. Call it
// before the suite runs: when a real provider is asked for and real is nil, the
// whole test is skipped, with a message, and the record of the run names it.
func Open[Request any](t TB, r Recordings, real Provider[Request]) Provider[Request] {
	t.Helper()
	mode, err := ModeOf(os.LookupEnv)
	if err != nil {
		t.Fatalf("%v", err)
		return nil
	}
	r.Command = cmp.Or(r.Command, playback.Command(t.Name()))
	p, err := New(mode, r, real)
	if err == nil && mode == Replay {
		noted.NoteFolder(t.Name(), r.dir())
		err = settings.Tracked(r.dir())
	}
	switch {
	case errors.Is(err, ErrNoProvider):
		why := fmt.Sprintf("%s=%s, but no provider is configured: nothing was asked, and nothing has passed", Variable, mode)
		noted.NoteSkip(t.Name(), why)
		t.Skipf("replay: %s", why)
	case err != nil:
		t.Fatalf("%v", err)
	}
	return p
}
