// Package version reads the version of a data set. It stands in a file beside the data set, data.meta.json for data.jsonl and for
// the folder data, and is the user's to choose:
//
//	{"version": "2026-11"}
//
// A version names truths: whoever changes them gives them another one. Runs record it, every report names it, and comparisons say
// which versions they join, and where one version has two truths.
package version

import (
	"errors"
	"fmt"
	"path/filepath"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/words"
)

const (
	ending = ".meta.json"
	most   = 80 // characters of a version
)

// Of returns the version of a data set, a file or a folder, "" where there is no file beside it. The error names that file.
func Of(data string) (string, error) {
	text, err := files.ReadBeside(data, ending)
	if text == nil {
		return "", err
	}
	v, err := parse(text)
	if err != nil {
		return "", fmt.Errorf(`%s: %w; want {"version": "2026-11"}`, filepath.ToSlash(files.Beside(data, ending)), err)
	}
	return v, nil
}

func parse(text []byte) (string, error) {
	var meta struct {
		Version string `json:"version"`
	}
	if err := files.DecodeObject(text, &meta); err != nil {
		return "", err
	}
	switch {
	case meta.Version == "":
		return "", errors.New("it has no version")
	case utf8.RuneCountInString(meta.Version) > most || words.Visible(meta.Version) != meta.Version:
		return "", fmt.Errorf("its version is %q, want at most %d characters that can be seen", words.Cut(meta.Version, most), most)
	}
	return meta.Version, nil
}
