package artifact

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report"
)

// markerFile matches the names of markers: the package, and the part of the run or its process.
var markerFile = regexp.MustCompile(`^(?:(.+)\.)?run(\.[0-9a-f]{8}|\.[^.]+\.open)?\.json$`)

const (
	maxMarkerBytes = 1 << 20
	openEnding     = ".open.json"
)

// readMarkers returns the markers of a directory, the newest first. It skips a file that is not regular or is larger than 1
// MiB, and a file of another program: a JSON object whose schema is of another family, or that has keys but neither a
// schema nor both start and exit. Any other file with the name of a marker that cannot be used is Bad.
func readMarkers(dir string) []runMarker {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil // the reader of the artifacts there will report the error
	}
	var all []runMarker
	for _, e := range entries {
		if !markerFile.MatchString(e.Name()) {
			continue
		}
		if m, ok := readMarker(filepath.Join(dir, e.Name())); ok {
			all = append(all, m)
		}
	}
	slices.SortStableFunc(all, func(a, b runMarker) int { return b.Start.Compare(a.Start) })
	return all
}

// readMarker reads a marker. ok is false for a file that was removed, is of another kind, is too large or is not regular:
// reading a pipe may not end.
func readMarker(path string) (m runMarker, ok bool) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxMarkerBytes {
		return runMarker{}, false
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return runMarker{}, false
	}
	var keys map[string]json.RawMessage
	if err == nil {
		err = json.Unmarshal(text, &keys)
	}
	if err == nil && isForeign(keys) {
		return runMarker{}, false
	}
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err == nil {
		err = m.check(strings.HasSuffix(path, openEnding))
	}
	if err != nil {
		return runMarker{Path: path, Bad: files.Cause(err)}, true
	}
	m.Path = path
	return m, true
}

// isForeign reports whether a JSON object is not meant to be a marker.
func isForeign(keys map[string]json.RawMessage) bool {
	if text, ok := keys["schema"]; ok {
		family, _, _ := strings.Cut(report.Schema, "/")
		return !bytes.HasPrefix(text, []byte(`"`+family+"/"))
	}
	_, start := keys["start"]
	_, exit := keys["exit"]
	return len(keys) > 0 && !(start && exit)
}

// check returns an error when the marker lacks a value that markers must have.
func (m *runMarker) check(open bool) error {
	switch {
	case m.Schema == "":
		return errors.New("it has no schema")
	case m.Schema != report.Schema:
		return fmt.Errorf("its schema is %q, want %q", m.Schema, report.Schema)
	case m.Start.IsZero():
		return errors.New("it has no start")
	case !open && !m.Closed():
		return errors.New("its name says that the run ended, but it does not say when")
	}
	return nil
}
