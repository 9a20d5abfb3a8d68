package artifact

import (
	"bytes"
	"errors"
	"fmt"
	"math"
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
	caseLayout = layoutOf(map[string]func(*report.Case) any{
		"id":          func(c *report.Case) any { return &c.ID },
		"trial":       func(c *report.Case) any { return &c.Trial },
		"status":      func(c *report.Case) any { return (*string)(&c.Status) },
		"error":       func(c *report.Case) any { return &c.Error },
		"score":       func(c *report.Case) any { return &c.Score },
		"null_score":  func(c *report.Case) any { return &c.NullScore },
		"verdict":     func(c *report.Case) any { return (*string)(&c.Verdict) },
		"unlabelled":  func(c *report.Case) any { return &c.Unlabelled },
		"reasoning":   func(c *report.Case) any { return &c.Reasoning },
		"misses":      func(c *report.Case) any { return &c.Misses },
		"more_misses": func(c *report.Case) any { return &c.MoreMisses },
		"data_hash":   func(c *report.Case) any { return &c.DataHash },
		"input_hash":  func(c *report.Case) any { return &c.InputHash },
		"text_hash":   func(c *report.Case) any { return &c.TextHash },
		"counts":      func(c *report.Case) any { return &c.Counts },
		"origins":     func(c *report.Case) any { return &c.Origins },
		"invariants":  func(c *report.Case) any { return &c.Invariants },
		"measures":    func(c *report.Case) any { return &c.Measures },
		"fields":      func(*report.Case) any { return wantList },
		"more_fields": func(c *report.Case) any { return &c.MoreFields },
		"alignments":  func(*report.Case) any { return wantList },
		"warnings":    func(c *report.Case) any { return (*detailTexts)(&c.Warnings) },
		"duration_ns": func(c *report.Case) any { return &c.Duration },
		"retries":     func(c *report.Case) any { return &c.Retries },
		"timed_out":   func(c *report.Case) any { return &c.TimedOut },
		"replayed":    func(c *report.Case) any { return &c.Replayed },
		"taken":       func(c *report.Case) any { return &c.Taken },
		"tags":        func(c *report.Case) any { return &c.Tags },
		"pages":       func(*report.Case) any { return wantList },
		"cost":        func(c *report.Case) any { return (*detailNumbers)(&c.Cost) },
		"answer_text": func(c *report.Case) any { return &c.AnswerText },
	}, "type")
	rowLayout = layoutOf(map[string]func(*metrics.Row) any{
		"attribute": func(r *metrics.Row) any { return &r.Attribute },
		"counts":    func(r *metrics.Row) any { return &r.Counts },
		"items":     func(r *metrics.Row) any { return &r.Items },
	})
	countLayout = layoutOf(map[string]func(*metrics.Counts) any{
		"match":           func(c *metrics.Counts) any { return &c.Match },
		"correct_absence": func(c *metrics.Counts) any { return &c.CorrectAbsence },
		"wrong":           func(c *metrics.Counts) any { return &c.Wrong },
		"missing":         func(c *metrics.Counts) any { return &c.Missing },
		"hallucinated":    func(c *metrics.Counts) any { return &c.Hallucinated },
		"invented":        func(c *metrics.Counts) any { return &c.Invented },
		"errored":         func(c *metrics.Counts) any { return &c.Errored },
	})
	originLayout = layoutOf(map[string]func(*report.OriginRow) any{ // origins of a later version are skipped
		"attribute":     func(r *report.OriginRow) any { return &r.Attribute },
		"misread":       func(r *report.OriginRow) any { return &r.Misread },
		"picked":        func(r *report.OriginRow) any { return &r.Picked },
		"made_up":       func(r *report.OriginRow) any { return &r.MadeUp },
		"overlooked":    func(r *report.OriginRow) any { return &r.Overlooked },
		"not_in_source": func(r *report.OriginRow) any { return &r.NotInSource },
	})
	measureLayout = layoutOf(map[string]func(*report.Measured) any{
		"name":   func(m *report.Measured) any { return &m.Name },
		"sum":    func(m *report.Measured) any { return &m.Sum },
		"weight": func(m *report.Measured) any { return &m.Weight },
	})
	invariantLayout = layoutOf(map[string]func(*invariant.Result) any{
		"name":  func(r *invariant.Result) any { return &r.Name },
		"state": func(r *invariant.Result) any { return (*string)(&r.State) },
		"note":  func(r *invariant.Result) any { return &r.Note },
		"paths": func(r *invariant.Result) any { return &r.Paths },
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
		return rowLayout.list(to, key, value, detached)
	case *[]report.OriginRow:
		return originLayout.list(to, key, value, detached)
	case *[]report.Measured:
		return measureLayout.list(to, key, value, detached)
	case *[]invariant.Result:
		return invariantLayout.list(to, key, value, detached)
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
