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

	"github.com/extracteval/extracteval/evaltest/internal/cases"
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
