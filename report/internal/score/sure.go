package score

import (
	"fmt"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// Cells are the keys of answers that have an object in place of each value: {"value": 12.5, "confidence": 0.93}. An object with the
// keys Value and Confidence, or with Value alone, is a cell, and its value is compared. The zero Cells has none.
type Cells struct{ Value, Confidence string }

// Set reads VALUE or VALUE,CONFIDENCE. The default of CONFIDENCE is "confidence".
func (c *Cells) Set(text string) error {
	value, confidence, given := strings.Cut(text, ",")
	if !given {
		confidence = paths.ConfidenceKey
	}
	if value == "" || confidence == "" || value == confidence || strings.Contains(confidence, ",") {
		return fmt.Errorf("%q, want the key of the value, or both keys: value,confidence", text)
	}
	*c = Cells{value, confidence}
	return nil
}

// open returns the JSON of an answer with the value of each cell in its place, and adds the confidences of cells by path.
func (c Cells) open(v gjson.Result, path document.Path, sure map[string]float64) []byte {
	switch {
	case v.IsObject() && v.Get(gjson.Escape(c.Value)).Exists():
		confidence, members := v.Get(gjson.Escape(c.Confidence)), len(v.Map())
		if !confidence.Exists() && members > 1 {
			break
		}
		if confidence.Type == gjson.Number {
			sure[path.String()] = confidence.Num
		}
		return c.open(v.Get(gjson.Escape(c.Value)), path, sure)
	case !v.IsObject() && !v.IsArray():
		return []byte(v.Raw)
	}
	open, end := byte('{'), byte('}')
	if v.IsArray() {
		open, end = '[', ']'
	}
	text := []byte{open}
	n := 0
	v.ForEach(func(key, value gjson.Result) bool {
		if n++; n > 1 {
			text = append(text, ',')
		}
		step := document.Item(n - 1)
		if v.IsObject() {
			text = append(append(text, key.Raw...), ':')
			step = document.Key(key.Str)
		}
		text = append(text, c.open(value, append(path[:len(path):len(path)], step), sure)...)
		return true
	})
	return append(text, end)
}

// Confidences returns the confidences in the values of an answer by path, "" for the whole: of its cells, and those under confidence in
// a line with got or error, {"total": 0.93, "lines[0].amount": 0.7}, also as an object like the answer, or one number. Of a value
// without a confidence, that of the innermost value around it counts. Confidences returns nil if there is none.
func (l Lines) Confidences(got []byte) (map[string]float64, error) {
	sure := map[string]float64{}
	if l.Cells != (Cells{}) {
		l.Cells.open(dataset.Held(l.gotOf(got)), nil, sure)
	}
	stated := gjson.GetBytes(got, paths.ConfidenceKey)
	if stated.Exists() && stated.Type != gjson.Null && l.isLine(got) {
		if err := addConfidences(stated, nil, sure); err != nil {
			return nil, err
		}
	}
	if len(sure) == 0 {
		return nil, nil
	}
	return sure, nil
}

// isLine reports whether the line of an answer is not a document itself.
func (l Lines) isLine(got []byte) bool {
	return l.gotOf(got).Exists() || gjson.GetBytes(got, "error").Exists()
}

func addConfidences(v gjson.Result, path document.Path, sure map[string]float64) (err error) {
	switch {
	case v.Type == gjson.Number:
		sure[path.String()] = v.Num
	case v.IsObject() || v.IsArray():
		n := 0
		v.ForEach(func(key, value gjson.Result) bool {
			steps := document.Path{document.Item(n)}
			if v.IsObject() {
				if steps, err = document.ParsePath(key.Str); err != nil {
					steps, err = document.Path{document.Key(key.Str)}, nil
				}
			}
			n++
			err = addConfidences(value, append(path[:len(path):len(path)], steps...), sure)
			return err == nil
		})
	case v.Type != gjson.Null:
		return fmt.Errorf(`confidence is %s, want a number from 0 to 1, or numbers by path: {"total": 0.93, "lines[0].amount": 0.7}`, words.Excerpt(v.Raw, 40))
	}
	return err
}

// confidenceAt returns the confidence in the value at a path; see [Lines.Confidences].
func confidenceAt(sure map[string]float64) func(path string) (float64, bool) {
	if sure == nil {
		return nil
	}
	return func(path string) (float64, bool) {
		steps, err := document.ParsePath(path)
		if err != nil {
			steps = nil
		}
		for ; ; steps = steps[:len(steps)-1] {
			if c, ok := sure[steps.String()]; ok || len(steps) == 0 {
				return c, ok
			}
		}
	}
}

// Latency returns how long an answer took, the number of milliseconds under latency_ms in a line with got or error; 0 for unknown.
func (l Lines) Latency(got []byte) (time.Duration, error) {
	ms := gjson.GetBytes(got, latencyKey)
	switch {
	case !ms.Exists() || ms.Type == gjson.Null || !l.isLine(got):
		return 0, nil
	case ms.Type != gjson.Number || !(ms.Num >= 0 && ms.Num < 1e12):
		return 0, fmt.Errorf("latency_ms is %s, want milliseconds, a number from 0", words.Excerpt(ms.Raw, 40))
	}
	return time.Duration(ms.Num * float64(time.Millisecond)), nil
}

const latencyKey = usage.StatedLatency
