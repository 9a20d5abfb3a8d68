package score

import (
	"cmp"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/labels"
	"github.com/extracteval/extracteval/metrics/eval"
)

// truthKeys are keys under which lines often have their truth.
var truthKeys = strings.Fields("expected expected_output truth ground_truth gold reference target label labels answer annotation annotations")

// FindTruths sets Want to the key under which the lines of a file have their truths, and returns a note of it, if Want is not set;
// see truthKey. It sets Key, too, if the lines have their id under another key than id. spec, if not nil, does not name the key.
// Without such a key there is no note.
func (l *Lines) FindTruths(f *dataset.File, spec *eval.Spec) (note string) {
	if l.Want != "" {
		return ""
	}
	key, id := l.truthKey(f)
	if text, err := json.Marshal(spec); key == "" || err == nil && hasWord(text, key) {
		return ""
	}
	l.Key, l.Want = cmp.Or(l.Key, id), key
	return documentsUnder(f.Name(), key, "-want")
}

// hasWord reports whether the JSON of a spec has a word.
func hasWord(spec []byte, word string) bool {
	return regexp.MustCompile(`\b` + regexp.QuoteMeta(word) + `\b`).Match(spec)
}

// documentsUnder says where the documents of a file are read.
func documentsUnder(file, key, flag string) string {
	return fmt.Sprintf("%s: every line has its document under %q, which is compared, as with %s %[2]s", file, key, flag)
}

// truthKey returns the key of truthKeys under which all lines of a file have an object, and beside it only an id and the keys that
// a line may have: files of answers that could tell are not there. It is "" if there is none.
func (l *Lines) truthKey(f *dataset.File) (key, id string) {
	withID := false
	lines := f.Lines()
	for {
		line, err := lines.Next()
		if err != nil {
			break
		}
		sole, others := "", 0
		gjson.ParseBytes(line.Text).ForEach(func(name, value gjson.Result) bool {
			switch {
			case slices.Contains(truthKeys, strings.ToLower(name.Str)) && dataset.Held(value).IsObject():
				sole = name.Str
			case l.holdsID(name.Str):
				withID = true
			case strings.HasSuffix(strings.ToLower(name.Str), "id"):
				id = name.Str
			case name.Str == labels.Key, slices.Contains(otherKeys, name.Str):
			default:
				others++
			}
			return true
		})
		if sole == "" || others > 0 || key != "" && key != sole {
			return "", ""
		}
		key = sole
	}
	if withID {
		id = ""
	}
	return key, id
}
