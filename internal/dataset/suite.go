package dataset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/document"
)

// IsYAML reports whether [Open] reads a file as YAML, by its name.
func IsYAML(name string) bool {
	return slices.Contains([]string{".yaml", ".yml"}, strings.ToLower(filepath.Ext(name)))
}

// Suite returns the text of a file of YAML, nil for any other file.
func (f *File) Suite() []byte { return f.suite }

// tests returns the tests of a file of YAML, which is a list of them or, as a suite of AgentV, has one.
func (f *File) tests() ([]spectext.Value, error) {
	data, err := io.ReadAll(io.LimitReader(f.Reader(), spectext.MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.name, err)
	}
	switch {
	case len(bytes.TrimSpace(data)) == 0:
		return nil, fmt.Errorf("%s is empty; %s", f.name, Want)
	case len(data) > spectext.MaxSize:
		return nil, fmt.Errorf("%s: YAML is read up to %d bytes; %s", f.name, spectext.MaxSize, Want)
	}
	f.suite = data
	var problems spectext.Problems
	list, err := spectext.Read(data, &problems)
	if err := errors.Join(err, problems.Err()); err != nil {
		lines := strings.Split(err.Error(), "\n")
		for i, line := range lines {
			lines[i] = f.name + ":" + strings.TrimPrefix(line, "eval: ")
		}
		return nil, errors.New(strings.Join(lines, "\n"))
	}
	for _, key := range spectext.AgentVTests {
		if m := list.Member(key); m != nil {
			list = m.Value
		}
	}
	if list.Kind != document.Array || len(list.Items) == 0 {
		return nil, fmt.Errorf("%s: the file is YAML without a list of tests (%s); %s", f.name, strings.Join(spectext.AgentVTests, ", "), Want)
	}
	return list.Items, nil
}

// fromTests makes each test a line.
func (f *File) fromTests(tests []spectext.Value) error {
	return f.relay(func(add func(text string, p place)) error {
		for _, test := range tests {
			add(string(test.AppendJSON(nil)), place{line: test.At.Line})
		}
		return nil
	})
}
