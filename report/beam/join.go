package beam

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics/document"
)

func init() {
	beam.RegisterType(reflect.TypeFor[Pair]())
	beam.RegisterDoFn(reflect.TypeFor[keyFn]())
	beam.RegisterDoFn(reflect.TypeFor[joinFn]())
	register.Emitter2[string, Line]()
	register.Emitter1[Pair]()
	register.Iter1[Line]()
}

// Pair is a truth and its answer.
type Pair struct {
	ID       string
	Want     Line
	Got      Line
	Answered bool // there is a Got
}

// Joined is what [Join] has found. Truths without an answer are among the pairs.
type Joined struct {
	Pairs beam.PCollection // of Pair
	Dead  beam.PCollection // of DeadLetter
}

// Join pairs truths and answers by id. Lines are as evalreport score has them:
//
//	{"id": "inv-1", "want": {"total": 12.5}, "tags": {"vendor": "acme"}}
//	{"id": "inv-1", "got": {"total": 12.5}}
//	{"id": "inv-2", "error": "timeout"}
//
// A line without the key want, or got or error, is a document itself; its id is left
// out of the comparison. An id is a text that is not empty, or a number.
func Join(s beam.Scope, want, got beam.PCollection) Joined {
	s = s.Scope("Join")
	wants, deadWants := beam.ParDo2(s, &keyFn{Malformed: MalformedWant}, want)
	gots, deadGots := beam.ParDo2(s, &keyFn{Malformed: MalformedGot}, got)
	pairs, dead := beam.ParDo2(s, &joinFn{}, beam.CoGroupByKey(s, wants, gots))
	return Joined{Pairs: pairs, Dead: beam.Flatten(s, deadWants, deadGots, dead)}
}

type keyFn struct{ Malformed string }

func (fn *keyFn) ProcessElement(line Line, emit func(string, Line), dead func(DeadLetter)) {
	id, err := idOf(line.Text)
	if err != nil {
		dead(line.dead(fn.Malformed, "", err.Error()))
		return
	}
	emit(id, line)
}

// idOf returns the id of a line that is a JSON object.
func idOf(text []byte) (string, error) {
	switch {
	case !validJSON(text):
		var v any
		return "", fmt.Errorf("no JSON: %w", json.Unmarshal(text, &v))
	case text[0] != '{':
		return "", errors.New("it is no JSON object")
	}
	id := gjson.GetBytes(text, "id")
	switch {
	case id.Type == gjson.String && id.Str != "":
		return id.Str, nil
	case id.Type == gjson.Number:
		return id.Raw, nil
	case !id.Exists():
		return "", errors.New("it has no id")
	}
	return "", fmt.Errorf("its id is %s, want a text that is not empty, or a number", id.Raw)
}

// validJSON is gjson's, which has no limit of depth, where there are too few
// brackets to matter.
func validJSON(text []byte) bool {
	const shallow = 5000
	if bytes.Count(text, []byte("["))+bytes.Count(text, []byte("{")) > shallow {
		return json.Valid(text)
	}
	return gjson.ValidBytes(text)
}

type joinFn struct{}

func (*joinFn) ProcessElement(id string, wants, gots func(*Line) bool, emit func(Pair), dead func(DeadLetter)) {
	want, hasWant := first(wants, id, DuplicateWant, dead)
	got, hasGot := first(gots, id, DuplicateGot, dead)
	switch {
	case !hasWant && hasGot:
		dead(got.dead(MissingTruth, id, "there is no truth for this answer"))
		return
	case !hasWant:
		return
	}
	emit(Pair{ID: id, Want: want, Got: got, Answered: hasGot})
}

// first returns the first line by file and number, whatever the order in which they
// come. The others are dead.
func first(lines func(*Line) bool, id, kind string, dead func(DeadLetter)) (kept Line, ok bool) {
	var line Line
	for lines(&line) {
		if !ok {
			kept, ok = line, true
			continue
		}
		if cmp.Or(cmp.Compare(line.File, kept.File), cmp.Compare(line.Number, kept.Number)) < 0 {
			line, kept = kept, line
		}
		dead(line.dead(kind, id, "an earlier line has this id"))
	}
	return kept, ok
}

var errNoAnswer = errors.New("there is no answer")

// values returns what is compared, and the error of the extractor.
func (p *Pair) values() (truth []byte, answer any, failure error) {
	truth = documentOf(p.Want.Text, "want")
	if !p.Answered {
		return truth, document.Value{}, errNoAnswer
	}
	got, failed := gjson.GetBytes(p.Got.Text, "got"), gjson.GetBytes(p.Got.Text, "error")
	switch {
	case !got.Exists() && failed.Type == gjson.String && failed.Str != "":
		return truth, document.Value{}, errors.New(failed.Str)
	case got.Type == gjson.String && truth[0] != '"':
		return truth, got.Str, nil
	}
	return truth, documentOf(p.Got.Text, "got"), nil
}

// documentOf returns the value of a key of a line, or without it the line without
// its id.
func documentOf(line []byte, key string) []byte {
	if v := gjson.GetBytes(line, key); v.Exists() {
		return []byte(v.Raw)
	}
	rest := []byte{'{'}
	gjson.ParseBytes(line).ForEach(func(name, value gjson.Result) bool {
		if name.Str == "id" {
			return true
		}
		if len(rest) > 1 {
			rest = append(rest, ',')
		}
		rest = append(append(append(rest, name.Raw...), ':'), value.Raw...)
		return true
	})
	return append(rest, '}')
}

// tags returns the tags of the truth that are texts.
func (p *Pair) tags() map[string]string {
	var tags map[string]string
	gjson.GetBytes(p.Want.Text, "tags").ForEach(func(key, value gjson.Result) bool {
		if key.Type == gjson.String && value.Type == gjson.String {
			if tags == nil {
				tags = map[string]string{}
			}
			tags[key.Str] = value.Str
		}
		return true
	})
	return tags
}
