package judge

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/metrics/document"
)

// schema names the format of a recording.
const schema = "extracteval/judge/v1"

// request holds all that a verdict depends on.
type request struct {
	Kind       Kind            `json:"kind"`
	Model      string          `json:"model"`
	Prompt     string          `json:"prompt,omitzero"`
	Parameters json.RawMessage `json:"parameters,omitzero"` // JSON text, so that numbers stay exact
	Got        string          `json:"got"`
	Want       string          `json:"want"`
}

// hash returns the first 128 bits of the SHA-256 of the request's canonical JSON, in
// hexadecimal digits.
func (r request) hash() (string, error) {
	text, err := r.canonical()
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16]), err
}

func (r request) canonical() ([]byte, error) {
	v, err := document.Of(r)
	return v.AppendCanonical(nil), err
}

// recording is the content of one file.
type recording struct {
	Schema  string  `json:"schema"`
	Request request `json:"request"`
	verdict
	callUsage
}

// callUsage is the usage of a call and the number of its pairs, which share that usage.
type callUsage struct {
	Usage map[string]float64 `json:"usage,omitzero"` // by unit
	Pairs int                `json:"pairs,omitzero"` // 0 means one
}

// share returns one pair's share of the usage, by unit, for a replayed call. If no cost
// is recorded, it is computed with p.
func (c callUsage) share(p Price) map[string]float64 {
	costs := map[string]float64{}
	for unit, v := range c.Usage {
		costs[unit] = v / float64(max(c.Pairs, 1))
	}
	if costs[calls] > 0 {
		costs[replayedCalls] = costs[calls]
	}
	if _, known := costs[dollars]; !known {
		if cost := p.amount(costs[inputTokens], costs[cachedTokens], costs[outputTokens]); cost > 0 {
			costs[dollars] = cost
		}
	}
	return costs
}

var dollars = usage.Cost.Unit()

// Units of usage in records.
const (
	inputTokens   = string(usage.InputTokens)
	cachedTokens  = string(usage.CachedTokens)
	outputTokens  = string(usage.OutputTokens)
	calls         = string(usage.Calls)
	replayedCalls = string(usage.ReplayedCalls)
)

// recordings is a directory of files, named after the hashes of their requests.
type recordings string

func (dir recordings) file(r request) (string, error) {
	hash, err := r.hash()
	if err != nil {
		return "", err
	}
	return filepath.Join(string(dir), string(r.Kind)+"-"+hash+".json"), nil
}

// replay returns the recording of a request.
func (dir recordings) replay(r request) (recording, error) {
	file, err := dir.file(r)
	if err != nil {
		return recording{}, err
	}
	dir.use(file)
	recorded, err := read(file)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return recording{}, fmt.Errorf("no recording %s; record it with %s; %s", file, cases.Command(""), dir.nearest(r))
	case err != nil:
		return recording{}, fmt.Errorf("%s: %w", file, err)
	}
	if again, err := dir.file(recorded.Request); err != nil || again != file {
		return recording{}, fmt.Errorf("%s: its request does not match its name: it was edited or renamed; record it again", file)
	}
	return recorded, nil
}

// maxRecording bounds the size of a file that is read.
const maxRecording = 16 << 20

func read(file string) (recording, error) {
	info, err := os.Stat(file)
	if err != nil {
		return recording{}, err
	}
	if info.Size() > maxRecording {
		return recording{}, fmt.Errorf("%d bytes is too large for a recording", info.Size())
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return recording{}, err
	}
	// Pointers, so that a missing verdict does not read as 0.
	var fields struct {
		Similarity *float64 `json:"similarity"`
	}
	var r recording
	if err := errors.Join(json.Unmarshal(data, &fields), json.Unmarshal(data, &r)); err != nil {
		return recording{}, fmt.Errorf("not a recording: %w", err)
	}
	switch {
	case r.Schema != schema:
		return recording{}, fmt.Errorf("schema %q, want %q", r.Schema, schema)
	case fields.Similarity == nil || *fields.Similarity < 0 || *fields.Similarity > 1:
		return recording{}, errors.New("no similarity from 0 to 1 in it")
	case r.Pairs < 0:
		return recording{}, fmt.Errorf("pairs is %d, want 1 or more", r.Pairs)
	}
	return r, cases.CheckUsage(r.Usage)
}

// write writes a recording atomically.
func (dir recordings) write(r request, v verdict, c callUsage) error {
	file, err := dir.file(r)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(recording{Schema: schema, Request: r, verdict: v, callUsage: c}); err != nil {
		return err
	}
	dir.use(file)
	return files.Write(file, text.Bytes())
}

// nearest describes the recording whose request is most similar to r.
func (dir recordings) nearest(r request) string {
	wanted, _ := r.canonical() // without error, since r has a hash
	name, _, differ := cases.Nearest(wanted, string(dir), ".json", func(file string) ([]byte, error) {
		recorded, err := read(file)
		if err != nil {
			return nil, err
		}
		return recorded.Request.canonical()
	})
	if name == "" {
		return "the directory has none"
	}
	return fmt.Sprintf("the nearest is %s, which differs in %s", name, strings.Join(differ, ", "))
}
