package artifact

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/invariant"
	"github.com/extracteval/extracteval/report"
)

// object is one line of valid JSON in UTF-8. It is walked once for what is needed,
// without decoding the rest.
type object string

// objectOf copies a line. Bytes that are not UTF-8 become U+FFFD.
func objectOf(line []byte) object {
	text := string(line)
	if !utf8.ValidString(text) {
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	return object(text)
}

var errNoObject = errors.New("a record is a JSON object")

// kind returns the value of "type".
func (o object) kind() (string, error) {
	top := gjson.Parse(string(o))
	if !top.IsObject() {
		return "", errNoObject
	}
	kind := top.Get("type")
	if kind.Type != gjson.String || kind.Str == "" {
		return "", errors.New(`it has no "type", as each record of an artifact has`)
	}
	return kind.Str, nil
}

// glance fills ID and Trial from a line that begins as a [Writer] begins those of
// cases, and reports whether it could.
func glance(c *report.Case, line []byte) bool {
	if !bytes.HasPrefix(line, []byte(`{"type":"case",`)) {
		return false
	}
	id, trial := gjson.GetBytes(line, "id"), gjson.GetBytes(line, "trial")
	*c = report.Case{ID: id.Str, Trial: int(trial.Num)}
	return c.ID != "" && c.Trial >= 1
}

// briefCase fills all but Fields, Alignments, Pages, Truth and Answer. Of these it checks what
// kind of value they are.
func (o object) briefCase(c *report.Case, detached bool) error {
	return caseLayout.read(c, gjson.Parse(string(o)), detached)
}

// What the values of a case and of its rows are read into, by their keys.
var (
	caseLayout = layoutOf(reflect.TypeFor[report.Case](), func(to any, key string) any {
		c := to.(*report.Case)
		switch key {
		case "id":
			return &c.ID
		case "trial":
			return &c.Trial
		case "status":
			return (*string)(&c.Status)
		case "error":
			return &c.Error
		case "score":
			return &c.Score
		case "null_score":
			return &c.NullScore
		case "verdict":
			return (*string)(&c.Verdict)
		case "unlabelled":
			return &c.Unlabelled
		case "reasoning":
			return &c.Reasoning
		case "misses":
			return &c.Misses
		case "more_misses":
			return &c.MoreMisses
		case "data_hash":
			return &c.DataHash
		case "input_hash":
			return &c.InputHash
		case "text_hash":
			return &c.TextHash
		case "counts":
			return &c.Counts
		case "origins":
			return &c.Origins
		case "invariants":
			return &c.Invariants
		case "measures":
			return &c.Measures
		case "fields", "alignments", "pages":
			return wantList
		case "more_fields":
			return &c.MoreFields
		case "warnings":
			return (*detailTexts)(&c.Warnings)
		case "duration_ns":
			return &c.Duration
		case "retries":
			return &c.Retries
		case "timed_out":
			return &c.TimedOut
		case "replayed":
			return &c.Replayed
		case "taken":
			return &c.Taken
		case "tags":
			return &c.Tags
		case "cost":
			return (*detailNumbers)(&c.Cost)
		case "answer_text":
			return &c.AnswerText
		}
		return nil
	}, "type")
	rowLayout = layoutOf(reflect.TypeFor[metrics.Row](), func(to any, key string) any {
		r := to.(*metrics.Row)
		switch key {
		case "attribute":
			return &r.Attribute
		case "counts":
			return &r.Counts
		case "items":
			return &r.Items
		}
		return nil
	})
	countLayout = layoutOf(reflect.TypeFor[metrics.Counts](), func(to any, key string) any {
		c := to.(*metrics.Counts)
		switch key {
		case "match":
			return &c.Match
		case "correct_absence":
			return &c.CorrectAbsence
		case "wrong":
			return &c.Wrong
		case "missing":
			return &c.Missing
		case "hallucinated":
			return &c.Hallucinated
		case "invented":
			return &c.Invented
		case "errored":
			return &c.Errored
		}
		return nil
	})
	// Origins of a later version are skipped.
	originLayout = layoutOf(reflect.TypeFor[report.OriginRow](), func(to any, key string) any {
		r := to.(*report.OriginRow)
		switch key {
		case "attribute":
			return &r.Attribute
		case "misread":
			return &r.Misread
		case "picked":
			return &r.Picked
		case "made_up":
			return &r.MadeUp
		case "overlooked":
			return &r.Overlooked
		case "not_in_source":
			return &r.NotInSource
		}
		return nil
	})
	measureLayout = layoutOf(reflect.TypeFor[report.Measured](), func(to any, key string) any {
		m := to.(*report.Measured)
		switch key {
		case "name":
			return &m.Name
		case "sum":
			return &m.Sum
		case "weight":
			return &m.Weight
		}
		return nil
	})
	invariantLayout = layoutOf(reflect.TypeFor[invariant.Result](), func(to any, key string) any {
		r := to.(*invariant.Result)
		switch key {
		case "name":
			return &r.Name
		case "state":
			return (*string)(&r.State)
		case "note":
			return &r.Note
		case "paths":
			return &r.Paths
		}
		return nil
	})
)

// Details whose entries a brief reading leaves out where they cannot be read: a full one says
// what is wrong with them.
type (
	detailTexts   []string
	detailNumbers map[string]float64
)

// into reads a value into what to points at, or checks it with to. Texts that are detached do
// not keep the memory of the line.
func into(to any, key, value gjson.Result, detached bool) (err error) {
	fits := true
	switch to := to.(type) {
	case func(key, value gjson.Result) error:
		return to(key, value)
	case *string:
		*to, fits = value.Str, value.Type == gjson.String
		if detached {
			*to = strings.Clone(*to)
		}
	case *int: // of digits alone, as encoding/json takes them: not 1.0 and 1e0
		var n uint64
		n, err = strconv.ParseUint(value.Raw, 10, 31)
		*to, fits = int(n), err == nil
	case *time.Duration:
		var n int64
		n, err = strconv.ParseInt(value.Raw, 10, 64)
		*to, fits = time.Duration(n), err == nil
	case *bool:
		*to, fits = value.Type == gjson.True, value.IsBool()
	case *report.Ratio:
		*to = report.RatioOf(value.Num, value.Type == gjson.Number)
		fits = value.Type == gjson.Null || to.Defined && !math.IsInf(value.Num, 0)
	case *float64:
		var r report.Ratio
		err = into(&r, key, value, detached)
		*to = r.Value
		return err
	case *[]string:
		if err = wantList(key, value); err != nil {
			return err
		}
		*to = []string{}
		value.ForEach(func(_, item gjson.Result) bool {
			*to = append(*to, "")
			err = into(&(*to)[len(*to)-1], key, item, detached)
			return err == nil
		})
		return err
	case *map[string]string:
		if err = wantObject(key, value); err != nil {
			return err
		}
		*to = map[string]string{}
		value.ForEach(func(name, item gjson.Result) bool {
			var text string
			err = into(&text, key, item, detached)
			if detached {
				name.Str = strings.Clone(name.Str)
			}
			(*to)[name.Str] = text
			return err == nil
		})
		return err
	case *detailTexts:
		if err = wantList(key, value); err == nil {
			*to, _ = decodeDetail[detailTexts](value)
		}
		return err
	case *detailNumbers:
		if err = wantObject(key, value); err == nil {
			*to, _ = decodeDetail[detailNumbers](value)
		}
		return err
	case *metrics.Counts:
		if err = wantObject(key, value); err == nil {
			err = countLayout.read(to, value, detached)
		}
		return err
	case *[]metrics.Row:
		return list(&rowLayout, to, key, value, detached)
	case *[]report.OriginRow:
		return list(&originLayout, to, key, value, detached)
	case *[]report.Measured:
		return list(&measureLayout, to, key, value, detached)
	case *[]invariant.Result:
		return list(&invariantLayout, to, key, value, detached)
	}
	if !fits {
		return unfit(key, value)
	}
	return nil
}

func unfit(key, value gjson.Result) error {
	kind := strings.ToLower(value.Type.String())
	switch {
	case value.IsObject():
		kind = "object"
	case value.IsArray():
		kind = "array"
	}
	return fmt.Errorf("%s: a JSON %s does not fit", key.Str, kind)
}

// wantList rejects what is not a list.
func wantList(key, value gjson.Result) error {
	if !value.IsArray() {
		return unfit(key, value)
	}
	return nil
}

// wantObject rejects what is not an object.
func wantObject(key, value gjson.Result) error {
	if !value.IsObject() {
		return unfit(key, value)
	}
	return nil
}
