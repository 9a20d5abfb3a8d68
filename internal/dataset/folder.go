package dataset

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// documents returns the files NAME.json of a folder that has no pairs, sorted by name, as cases without an input.
func documents(dir string) (cases []Pair, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, files.Cause(err))
	}
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".json")
		switch {
		case strings.HasSuffix(e.Name(), wantSuffix) || strings.Contains(e.Name(), inputMark):
			return nil, nil
		case ok && name != "" && !e.IsDir() && e.Name() != tagsFile && e.Name() != LabelsFile:
			cases = append(cases, Pair{ID: name, Want: filepath.Join(dir, e.Name())})
		}
	}
	return cases, nil
}

// fromDocuments writes a line for each document of a folder; its id is the name of the file without .json. The document of an
// answer need not be JSON.
func fromDocuments(cases []Pair, answers bool, w io.Writer) error {
	var wrong Problems
	texts := make([]string, len(cases))
	for i, c := range cases {
		text, err := read(c.Want)
		if err == nil {
			err = words.CheckUTF8(text)
		}
		if err == nil {
			_, noJSON := document.Parse(text)
			if texts[i] = string(text); noJSON != nil && answers {
				texts[i] = quote(string(text))
			} else if noJSON != nil {
				err = noJSON
			}
		}
		if err != nil {
			wrong.Add(fmt.Errorf("%s: %w", c.Where(), err))
		}
	}
	if err := wrong.Err(); err != nil {
		return err
	}
	output := bufio.NewWriter(w)
	for i, c := range cases {
		output.WriteString(lineOf(c.ID, texts[i], answers) + "\n")
	}
	return output.Flush()
}
