package replay

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/evaltest/internal/reuse"
	"github.com/extracteval/extracteval/internal/files"
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
	// Command is the shell command that records a missing response, for the
	// text of the error. [Open] fills it with a command for the test.
	Command string
}

const (
	extension = ".txt"
	separator = "\n--- response ---\n"
	usage     = "\n--- usage ---\n"
)

func (r Recordings) dir() string {
	if r.Dir == "" {
		return filepath.FromSlash(reuse.ReplayDir)
	}
	return r.Dir
}

// Response returns the recorded response to a request. Without one, the error
// names the recording with the most similar request, and Command.
func (r Recordings) Response(request any) (string, error) {
	response, _, err := r.recorded(request)
	return response, err
}

// recorded returns the response to a request and its usage, by unit.
func (r Recordings) recorded(request any) (response string, costs map[string]float64, err error) {
	key, err := r.keyOf(request)
	if err != nil {
		return "", nil, err
	}
	path := filepath.Join(r.dir(), key.hash+extension)
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil, r.missing(key)
	}
	if err != nil {
		return "", nil, fmt.Errorf("replay: %w", err)
	}
	recorded, response, costs, err := split(data)
	if err != nil {
		return "", nil, fmt.Errorf("replay: %s: %w", filepath.ToSlash(path), err)
	}
	if !bytes.Equal(recorded, key.canonical) {
		return "", nil, fmt.Errorf("replay: %s holds another request than its name says: its upper part was edited; record it again with %s", filepath.ToSlash(path), r.command())
	}
	return response, costs, nil
}

// Keep writes the response to a request and returns the response as written,
// scrubbed. The file is written atomically.
func (r Recordings) Keep(request any, response string) (string, error) {
	return r.keep(request, response, nil)
}

// keep does the work of Keep. costs is the usage of the response, by unit.
func (r Recordings) keep(request any, response string, costs map[string]float64) (string, error) {
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
	if len(costs) > 0 {
		line, err := json.Marshal(costs) // by unit, sorted
		if err != nil {
			return "", fmt.Errorf("replay: usage: %w", err)
		}
		text.WriteString(usage + string(line))
	}
	text.WriteString(separator)
	text.WriteString(response)
	if err := files.Write(filepath.Join(r.dir(), key.hash+extension), text.Bytes()); err != nil {
		return "", fmt.Errorf("replay: recording a response: %w", err)
	}
	return response, nil
}

// split returns the parts of a recording.
func split(data []byte) (canonical []byte, response string, costs map[string]float64, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	var request json.RawMessage
	if err := d.Decode(&request); err != nil {
		return nil, "", nil, fmt.Errorf("it does not begin with a request in JSON: %w", err)
	}
	rest := string(data[d.InputOffset():])
	if below, ok := strings.CutPrefix(rest, usage); ok {
		line, _, _ := strings.Cut(below, "\n")
		if err := json.Unmarshal([]byte(line), &costs); err != nil {
			return nil, "", nil, fmt.Errorf("its usage is not a JSON object of numbers: %w", err)
		}
		if err := reuse.CheckUsage(costs); err != nil {
			return nil, "", nil, err
		}
		rest = below[len(line):]
	}
	response, ok := strings.CutPrefix(rest, separator)
	if !ok {
		if strings.HasPrefix(rest, "\r\n") {
			return nil, "", nil, errors.New("its line ends were changed to CRLF: take it out of Git's conversion of texts with -text in .gitattributes")
		}
		return nil, "", nil, fmt.Errorf("the line %q is missing after the request", strings.TrimSpace(separator))
	}
	canonical, err = canonicalJSON(request)
	return canonical, response, costs, err
}

func (r Recordings) command() string {
	return cmp.Or(r.Command, reuse.Command(""))
}

// missing returns the error for a request without a recording: it names the recording with the most similar
// request, the members in which that request differs, and the command to record this one.
func (r Recordings) missing(k key) error {
	nearest, alike, differ := reuse.Nearest(k.canonical, r.dir(), extension, func(file string) ([]byte, error) {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		canonical, _, _, err := split(data)
		return canonical, err
	})
	text := fmt.Sprintf("replay: no recording of request %s in %s", k.hash, filepath.ToSlash(r.dir()))
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
