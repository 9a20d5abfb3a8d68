package sidecar

import (
	"bytes"
	"fmt"
	"path/filepath"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/words"
)

const longestVersion = 80 // in characters

// Version returns the version of a data set, which is a file or a folder; "" without the file beside it:
//
//	{"version": "2026-11"}
//
// A version names the truths: whoever changes a truth also changes the version. Comparisons say which versions they
// join, and where one version has two truths of a case. The error names the file.
func Version(data string) (string, error) {
	const ending = ".meta.json"
	var meta struct {
		Version string `json:"version"`
	}
	text, err := files.DecodeBeside(data, ending, &meta)
	switch name := filepath.ToSlash(files.Beside(data, ending)); {
	case text == nil:
		return "", err
	case err != nil:
	case meta.Version == "":
		err = fmt.Errorf("%s: it has no version", name)
	case utf8.RuneCountInString(meta.Version) > longestVersion || words.Visible(meta.Version) != meta.Version:
		line := 1 + bytes.Count(text[:max(bytes.Index(text, []byte(`"version"`)), 0)], []byte{'\n'})
		err = fmt.Errorf("%s:%d: its version is %q, want at most %d visible characters", name, line, words.Cut(meta.Version, longestVersion), longestVersion)
	}
	if err != nil {
		return "", fmt.Errorf(`%w; want {"version": "2026-11"}`, err)
	}
	return meta.Version, nil
}
