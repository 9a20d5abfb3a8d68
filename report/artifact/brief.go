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
	caseLayout = layoutOf(reflect.TypeFor[report.Case](), map[string]func(any) any{
		"id":            func(to any) any { return &to.(*report.Case).ID },
		"trial":         func(to any) any { return &to.(*report.Case).Trial },
		"status":        func(to any) any { return (*string)(&to.(*report.Case).Status) },
		"error":         func(to any) any { return &to.(*report.Case).Error },
		"score":         func(to any) any { return &to.(*report.Case).Score },
		"null_score":    func(to any) any { return &to.(*report.Case).NullScore },
		"verdict":       func(to any) any { return (*string)(&to.(*report.Case).Verdict) },
		"unlabelled":    func(to any) any { return &to.(*report.Case).Unlabelled },
		"reasoning":     func(to any) any { return &to.(*report.Case).Reasoning },
		"misses":        func(to any) any { return &to.(*report.Case).Misses },
		"more_misses":   func(to any) any { return &to.(*report.Case).MoreMisses },
		"data_hash":     func(to any) any { return &to.(*report.Case).DataHash },
		"input_hash":    func(to any) any { return &to.(*report.Case).InputHash },
		"text_hash":     func(to any) any { return &to.(*report.Case).TextHash },
		"truth_hash":    func(to any) any { return &to.(*report.Case).TruthHash },
		"document_hash": func(to any) any { return &to.(*report.Case).DocumentHash },
		"cluster_hash":  func(to any) any { return &to.(*report.Case).ClusterHash },
		"counts":        func(to any) any { return &to.(*report.Case).Counts },
		"origins":       func(to any) any { return &to.(*report.Case).Origins },
		"invariants":    func(to any) any { return &to.(*report.Case).Invariants },
		"measures":      func(to any) any { return &to.(*report.Case).Measures },
		"fields":        func(any) any { return wantList },
		"more_fields":   func(to any) any { return &to.(*report.Case).MoreFields },
		"alignments":    func(any) any { return wantList },
		"warnings":      func(to any) any { return (*detailTexts)(&to.(*report.Case).Warnings) },
		"duration_ns":   func(to any) any { return &to.(*report.Case).Duration },
		"retries":       func(to any) any { return &to.(*report.Case).Retries },
		"timed_out":     func(to any) any { return &to.(*report.Case).TimedOut },
		"replayed":      func(to any) any { return &to.(*report.Case).Replayed },
		"taken":         func(to any) any { return &to.(*report.Case).Taken },
		"tags":          func(to any) any { return &to.(*report.Case).Tags },
		"pages":         func(any) any { return wantList },
		"cost":          func(to any) any { return (*detailNumbers)(&to.(*report.Case).Cost) },
		"answer_text":   func(to any) any { return &to.(*report.Case).AnswerText },
	}, "type")
	rowLayout = layoutOf(reflect.TypeFor[metrics.Row](), map[string]func(any) any{
		"attribute": func(to any) any { return &to.(*metrics.Row).Attribute },
		"counts":    func(to any) any { return &to.(*metrics.Row).Counts },
		"items":     func(to any) any { return &to.(*metrics.Row).Items },
	})
	countLayout = layoutOf(reflect.TypeFor[metrics.Counts](), map[string]func(any) any{
		"match":           func(to any) any { return &to.(*metrics.Counts).Match },
		"correct_absence": func(to any) any { return &to.(*metrics.Counts).CorrectAbsence },
		"wrong":           func(to any) any { return &to.(*metrics.Counts).Wrong },
		"missing":         func(to any) any { return &to.(*metrics.Counts).Missing },
		"hallucinated":    func(to any) any { return &to.(*metrics.Counts).Hallucinated },
		"invented":        func(to any) any { return &to.(*metrics.Counts).Invented },
		"errored":         func(to any) any { return &to.(*metrics.Counts).Errored },
	})
	originLayout = layoutOf(reflect.TypeFor[report.OriginRow](), map[string]func(any) any{ // origins of a later version are skipped
		"attribute":     func(to any) any { return &to.(*report.OriginRow).Attribute },
		"misread":       func(to any) any { return &to.(*report.OriginRow).Misread },
		"picked":        func(to any) any { return &to.(*report.OriginRow).Picked },
		"made_up":       func(to any) any { return &to.(*report.OriginRow).MadeUp },
		"overlooked":    func(to any) any { return &to.(*report.OriginRow).Overlooked },
		"not_in_source": func(to any) any { return &to.(*report.OriginRow).NotInSource },
	})
	measureLayout = layoutOf(reflect.TypeFor[report.Measured](), map[string]func(any) any{
		"name":   func(to any) any { return &to.(*report.Measured).Name },
		"sum":    func(to any) any { return &to.(*report.Measured).Sum },
		"weight": func(to any) any { return &to.(*report.Measured).Weight },
	})
	invariantLayout = layoutOf(reflect.TypeFor[invariant.Result](), map[string]func(any) any{
		"name":  func(to any) any { return &to.(*invariant.Result).Name },
		"state": func(to any) any { return (*string)(&to.(*invariant.Result).State) },
		"note":  func(to any) any { return &to.(*invariant.Result).Note },
		"paths": func(to any) any { return &to.(*invariant.Result).Paths },
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
