package dataset

import (
	"encoding/json"
	"regexp"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/gojson"
)

// SetLabel returns the line of a case, a JSON object, with a label in place of its present label, or at its end. No other
// byte changes. The label has blanks after commas and colons if the line has them.
func SetLabel(line string, l Label) string { return SetLabelIn(line, LabelKey, l) }

// SetLabelIn returns text, the contents of [LabelsFile], with a label for the pair of the given name, as [SetLabel] does for a line.
func SetLabelIn(text, name string, l Label) string {
	return SetKey(text, name, l.format(spaced.MatchString(text)))
}

// SetKey returns the line of a case, a JSON object, with a JSON text as the value of key. The text replaces the present
// value; if the line lacks the key, SetKey adds it at the end.
func SetKey(line, key, text string) string {
	if old := gjson.Get(line, gjson.Escape(key)); old.Exists() && old.Index > 0 {
		return line[:old.Index] + text + line[old.Index+len(old.Raw):]
	}
	blank, comma := "", ","
	if spaced.MatchString(line) {
		blank = " "
	}
	previous := strings.TrimRight(line[:max(strings.LastIndexByte(line, '}'), 0)], " \t")
	if strings.HasSuffix(previous, "{") {
		comma, blank = "", ""
	}
	return previous + comma + blank + `"` + key + `":` + blank + text + line[len(previous):]
}

// LabelIn returns the label of the pair with the given name in text, the contents of [LabelsFile], nil if the pair has no label
// that can be read.
func LabelIn(text []byte, name string) *Label {
	found := gjson.GetBytes(text, gjson.Escape(name))
	if !found.IsObject() {
		return nil
	}
	l := new(Label)
	if json.Unmarshal([]byte(found.Raw), l) != nil {
		return nil
	}
	return l
}

// spaced matches a line with a blank after its first colon. marks matches the commas and colons of a JSON text, and
// its strings as a whole, so that the marks inside strings are left alone.
var (
	spaced = regexp.MustCompile(`^\s*\{\s*"(?:[^"\\]|\\.)*"\s*: `)
	marks  = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|[,:]`)
)

func (l Label) format(blanks bool) string {
	text, _ := gojson.Marshal(l) // texts can always be written
	if !blanks {
		return string(text)
	}
	return marks.ReplaceAllStringFunc(string(text), func(part string) string {
		if part[0] == '"' {
			return part
		}
		return part + " "
	})
}
