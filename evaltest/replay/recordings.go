package replay

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/internal/gotest"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/gojson"
	"github.com/extracteval/extracteval/metrics/document"
)

// Recordings is a folder of recorded responses. The zero value is ready for use.
// Its methods may be called concurrently.
type Recordings struct {
	// Dir is the folder, by default "testdata/replay" of the package.
	Dir string
	// Scrub replaces secrets. It is applied to every string within a request, other
	// than keys, before the request is hashed, and to a response before it is
	// written. It must return the same text for the same argument. Requests that
	// are equal after Scrub share a recording.
	Scrub func(text string) string
	// Command is the shell command that records a missing response; the error shows it. [Open] sets it to a command for
	// the test.
	Command string
}

const (
	extension = ".txt"
	separator = "\n--- response ---\n"
	usage     = "\n--- usage ---\n"
	stop      = "\n--- stop ---\n"
)

func (r Recordings) folder() string {
	return cmp.Or(r.Dir, filepath.FromSlash(cases.ReplayDir))
}

// Response returns the recorded response to a request. If there is none, the error names the recording with the most
// similar request, and the command that records a response.
func (r Recordings) Response(request any) (string, error) {
	response, _, err := r.recorded(request)
	return response, err
}

// use is the usage of a response.
type use struct {
	costs map[string]float64 // by unit
	stop  string             // why the model stopped, one line, "" for unknown
}

// recorded returns the response to a request and its usage.
func (r Recordings) recorded(request any) (response string, took use, err error) {
	key, err := r.keyOf(request)
	if err != nil {
		return "", use{}, err
	}
	path := filepath.Join(r.folder(), key.hash+extension)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", use{}, r.missing(key)
	}
	if err != nil {
		return "", use{}, fmt.Errorf("replay: %w", err)
	}
	recorded, response, took, err := split(data)
	if err != nil {
		return "", use{}, fmt.Errorf("replay: %s: %w", filepath.ToSlash(path), err)
	}
	if !bytes.Equal(recorded, key.canonical) {
		return "", use{}, fmt.Errorf("replay: %s holds a request that does not match its name: the request was edited; record it again with %s", filepath.ToSlash(path), r.command())
	}
	return response, took, nil
}

// Keep writes the response to a request and returns the response as written,
// scrubbed. The file is written atomically.
func (r Recordings) Keep(request any, response string) (string, error) {
	return r.store(request, response, use{})
}

// store does the work of Keep, with the usage of the response.
func (r Recordings) store(request any, response string, took use) (string, error) {
	key, err := r.keyOf(request)
	if err != nil {
		return "", err
	}
	if r.Scrub != nil {
		response = r.Scrub(response)
	}
	var text bytes.Buffer
	if err := json.Indent(&text, key.readable, "", "  "); err != nil {
		return "", fmt.Errorf("replay: request: %w", err)
	}
	if len(took.costs) > 0 {
		line, err := json.Marshal(took.costs) // by unit, sorted
		if err != nil {
			return "", fmt.Errorf("replay: usage: %w", err)
		}
		text.WriteString(usage + string(line))
	}
	if reason := strings.Join(strings.Fields(took.stop), " "); reason != "" {
		text.WriteString(stop + reason)
	}
	text.WriteString(separator)
	text.WriteString(response)
	if err := files.Write(filepath.Join(r.folder(), key.hash+extension), text.Bytes()); err != nil {
		return "", fmt.Errorf("replay: recording a response: %w", err)
	}
	return response, nil
}

// split returns the parts of a recording.
func split(data []byte) (canonical []byte, response string, took use, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	var request json.RawMessage
	if err := d.Decode(&request); err != nil {
		return nil, "", use{}, fmt.Errorf("it does not begin with a request in JSON: %w", err)
	}
	rest := string(data[d.InputOffset():])
	if remainder, ok := strings.CutPrefix(rest, usage); ok {
		line, _, _ := strings.Cut(remainder, "\n")
		if err := json.Unmarshal([]byte(line), &took.costs); err != nil {
			return nil, "", use{}, fmt.Errorf("its usage is not a JSON object of numbers: %w", err)
		}
		if err := cases.CheckUsage(took.costs); err != nil {
			return nil, "", use{}, err
		}
		rest = remainder[len(line):]
	}
	if remainder, ok := strings.CutPrefix(rest, stop); ok {
		took.stop, _, _ = strings.Cut(remainder, "\n")
		rest = remainder[len(took.stop):]
	}
	response, ok := strings.CutPrefix(rest, separator)
	if !ok {
		if strings.HasPrefix(rest, "\r\n") {
			return nil, "", use{}, errors.New("its line ends were changed to CRLF: take it out of Git's conversion of texts with -text in .gitattributes")
		}
		return nil, "", use{}, fmt.Errorf("the line %q is missing after the request", strings.TrimSpace(separator))
	}
	canonical, err = canonicalJSON(request)
	return canonical, response, took, err
}

func (r Recordings) command() string {
	return cmp.Or(r.Command, cases.Command(""))
}

// missing returns the error for a request without a recording: it names the recording with the most similar
// request, the members in which that request differs, and the command to record this one.
func (r Recordings) missing(k key) error {
	nearest, alike, differ := cases.Nearest(k.canonical, r.folder(), extension, func(file string) ([]byte, error) {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		canonical, _, _, err := split(data)
		return canonical, err
	})
	text := fmt.Sprintf("replay: no recording of request %s in %s", k.hash, filepath.ToSlash(r.folder()))
	if nearest == "" {
		text += ", which has no recordings"
	} else {
		text += fmt.Sprintf("; the nearest is %s (similarity %.3f", nearest, alike)
		if len(differ) > 0 {
			text += ", another " + strings.Join(differ, ", ")
		}
		text += ")"
	}
	return errors.New(text + "; record it with " + r.command())
}

// key identifies a request.
type key struct {
	readable  []byte // JSON without secrets; "<" is not escaped
	canonical []byte // canonical JSON of the same value
	hash      string // 32 hex digits of the SHA-256 of canonical
}

func (r Recordings) keyOf(request any) (key, error) {
	if v, ok := request.(document.Value); ok {
		request = v.Raw()
	}
	text, err := json.Marshal(request)
	if err != nil {
		return key{}, fmt.Errorf("replay: request: %w", err)
	}
	readable, err := r.withoutSecrets(text)
	if err != nil {
		return key{}, fmt.Errorf("replay: request: %w", err)
	}
	canonical, err := canonicalJSON(readable)
	if err != nil {
		return key{}, fmt.Errorf("replay: request: %w", err)
	}
	sum := sha256.Sum256(canonical)
	return key{readable, canonical, hex.EncodeToString(sum[:16])}, nil
}

// withoutSecrets returns a request with sorted keys, scrubbed, without headers
// and credentials.
func (r Recordings) withoutSecrets(request []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(request))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if top, ok := v.(map[string]any); ok {
		for name := range top {
			switch strings.ToLower(name) {
			case "header", "headers":
				delete(top, name)
			}
		}
	}
	return gojson.Marshal(r.clean(v))
}

func canonicalJSON(text []byte) ([]byte, error) {
	v, err := document.Parse(text)
	if err != nil {
		return nil, err
	}
	return v.AppendCanonical(nil), nil
}

// clean drops credentials and scrubs strings, in place.
func (r Recordings) clean(v any) any {
	switch v := v.(type) {
	case string:
		if r.Scrub != nil {
			return r.Scrub(v)
		}
	case []any:
		for i := range v {
			v[i] = r.clean(v[i])
		}
	case map[string]any:
		for name, member := range v {
			if _, text := member.(string); text && isCredential(name) {
				delete(v, name)
				continue
			}
			v[name] = r.clean(member)
		}
	}
	return v
}

// isCredential reports whether a string with this name is a secret:
// "x-api-key", "apiKey" and "openai_api_key" end in one name.
func isCredential(name string) bool {
	name = strings.NewReplacer("-", "", "_", "", " ", "", ".", "").Replace(strings.ToLower(name))
	return slices.ContainsFunc(credentials, func(ending string) bool { return strings.HasSuffix(name, ending) })
}

// credentials are the ends of the names of secrets.
var credentials = []string{
	"authorization", "cookie", "password", "passwd", "passphrase", "secret", "apikey", "accesskey", "secretkey", "privatekey", "subscriptionkey",
	"accesstoken", "apitoken", "authtoken", "bearertoken", "idtoken", "refreshtoken", "sessiontoken",
}

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
// New does not know its test. So its mode is in the record of every run of this process whose test opened no provider.
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
