package labels

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/score"
)

// errRun says that arguments name a run, not a file of answers.
var errRun = errors.New("it is a run")

// readAnswers reads drafts from a file of answers, as score reads it without truths. system has the labels of the system that gave them.
// The error is errRun if the arguments are not one file, or if it is an artifact.
func (c *Call) readAnswers(d *drafts, args []string, system map[string]string) error {
	if info, err := os.Stat(args[0]); len(args) > 1 || args[0] == "-" || err != nil || info.IsDir() || isArtifact(args[0]) {
		return errRun
	}
	f, err := c.File(args[0])
	if err != nil {
		return err
	}
	format, notes, err := score.Prepare(score.Lines{Key: d.key}, eval.Spec{}, nil, f)
	if err != nil {
		return err
	}
	for _, note := range notes {
		c.Say("%s", note)
	}
	d.source, d.system = labelOf(args[0], system)
	var wrong dataset.Problems
	for lines := f.Lines(); ; {
		line, err := lines.Next()
		if err == io.EOF {
			slices.Sort(d.undrafted)
			return wrong.Err()
		} else if err != nil {
			return err
		}
		id, err := format.ID(line.Text)
		if _, twice := d.drafts[id]; twice {
			err = fmt.Errorf("id %q appears twice", id)
		}
		if err != nil {
			wrong.Add(fmt.Errorf("%s: %w", lines.Where(line), err))
			continue
		}
		if answer := answerIn(format, line.Text); answer != nil {
			d.drafts[id] = draft{answer, format.Tags(line.Text)}
		} else {
			d.undrafted = append(d.undrafted, id)
		}
	}
}

// answerIn returns the answer in a line as JSON, nil if it is null, no JSON, or an error of the extractor.
func answerIn(format score.Lines, line []byte) json.RawMessage {
	_, answer, failure := format.Values(nil, line)
	text, _ := answer.([]byte)
	if quoted, ok := answer.(string); ok {
		text = []byte(dataset.Held(gjson.Result{Type: gjson.String, Str: quoted}).Raw) // "" if it is no JSON
	}
	if v, err := document.Parse(text); failure != nil || err != nil || v.Kind() == document.Null {
		return nil
	}
	return text
}

// isArtifact reports whether a file begins with the record of a run.
func isArtifact(path string) bool {
	f, err := artifact.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	line, _, _ := bufio.NewReaderSize(f, 64<<10).ReadLine() // who reads the file reports an error
	return gjson.GetBytes(line, "type").Str == "run"
}
