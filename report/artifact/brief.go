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
	"github.com/extracteval/extracteval/metrics/eval"
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

// briefCase fills what a summary needs. Of the rest it checks what kind of value it
// is.
func (o object) briefCase(c *report.Case) (err error) {
	keys := keyCheck{known: caseKeys}
	gjson.Parse(string(o)).ForEach(func(key, value gjson.Result) bool {
		if err = keys.add(key.Str); err != nil {
			return false
		}
		switch key.Str {
		case "id":
			c.ID, err = text(key, value)
		case "trial":
			c.Trial, err = count(key, value)
		case "status":
			var s string
			s, err = text(key, value)
			c.Status = report.Status(s)
		case "error":
			c.Error, err = text(key, value)
		case "verdict":
			var s string
			s, err = text(key, value)
			c.Verdict = eval.Verdict(s)
		case "unlabelled":
			c.Unlabelled, err = flag(key, value)
		case "invariants":
			c.Invariants, err = invariants(key, value)
		case "score":
			c.Score, err = ratio(key, value)
		case "null_score":
			c.NullScore, err = ratio(key, value)
		case "data_hash":
			c.DataHash, err = text(key, value)
		case "input_hash", "text_hash", "answer_text":
			_, err = text(key, value)
		case "more_misses":
			c.MoreMisses, err = count(key, value)
		case "misses":
			c.Misses, err = texts(key, value)
		case "counts":
			c.Counts, err = rows(c.Counts[:0], key, value)
		case "origins":
			c.Origins, err = origins(key, value)
		case "measures":
			c.Measures, err = measures(key, value)
		case "tags":
			c.Tags, err = tags(key, value)
		case "reasoning":
			_, err = text(key, value)
		case "more_fields":
			_, err = count(key, value)
		case "duration_ns":
			var n int64
			n, err = integer(key, value)
			c.Duration = time.Duration(n)
		case "retries":
			c.Retries, err = count(key, value)
		case "timed_out":
			c.TimedOut, err = flag(key, value)
		case "replayed":
			c.Replayed, err = flag(key, value)
		case "taken":
			c.Taken, err = text(key, value)
		case "warnings":
			if err = wantList(key, value); err == nil {
				c.Warnings, _ = decodeDetail[[]string](value) // a full reading says what is wrong with it
			}
		case "fields", "alignments", "pages":
			err = wantList(key, value)
		case "cost":
			if err = wantObject(key, value); err == nil {
				c.Cost, _ = decodeDetail[map[string]float64](value) // a full reading says what is wrong with it
			}
		}
		return err == nil
	})
	return err
}

// checkCase rejects what a summary could not take.
func checkCase(c *report.Case) error {
	switch {
	case c.ID == "":
		return errors.New("a case has an id")
	case c.Trial < 1:
		return fmt.Errorf("case %q: trial %d, want 1 or more", c.ID, c.Trial)
	case c.Status != report.OK && c.Status != report.Error && c.Status != report.Skipped:
		return fmt.Errorf("case %q: unknown status %q", c.ID, c.Status)
	}
	for _, score := range []report.Ratio{c.Score, c.NullScore} {
		if score.Defined && !(score.Value >= 0 && score.Value <= 1) {
			return fmt.Errorf("case %q: score %v is outside [0,1]", c.ID, score.Value)
		}
	}
	for _, r := range c.Invariants {
		if err := checkInvariant(r); err != nil {
			return fmt.Errorf("case %q: %w", c.ID, err)
		}
	}
	if err := checkMeasures(c.Measures); err != nil {
		return fmt.Errorf("case %q: %w", c.ID, err)
	}
	if err := checkOrigins(c.Origins); err != nil {
		return fmt.Errorf("case %q: %w", c.ID, err)
	}
	for i := range c.Counts {
		r := &c.Counts[i]
		if r.Attribute == "" {
			return fmt.Errorf("case %q: row %d of counts has no attribute", c.ID, i)
		}
		for o := metrics.Match; o <= metrics.Errored; o++ {
			if n := r.Counts.Of(o); n < 0 || n > math.MaxInt32 {
				return fmt.Errorf("case %q: %s of %q is %d, want 0 to 2^31-1", c.ID, o, r.Attribute, n)
			}
		}
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

func text(key, value gjson.Result) (string, error) {
	if value.Type != gjson.String {
		return "", unfit(key, value)
	}
	return value.Str, nil
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

func texts(key, value gjson.Result) (all []string, err error) {
	if err := wantList(key, value); err != nil {
		return nil, err
	}
	all = []string{}
	value.ForEach(func(_, item gjson.Result) bool {
		var s string
		s, err = text(key, item)
		all = append(all, s)
		return err == nil
	})
	return all, err
}

func tags(key, value gjson.Result) (all map[string]string, err error) {
	if err := wantObject(key, value); err != nil {
		return nil, err
	}
	all = map[string]string{}
	value.ForEach(func(tag, item gjson.Result) bool {
		all[tag.Str], err = text(key, item)
		return err == nil
	})
	return all, err
}

// count and integer take digits alone, as encoding/json does: 1.0 and 1e0 are none.
func count(key, value gjson.Result) (int, error) {
	n, err := strconv.ParseUint(value.Raw, 10, 31)
	if err != nil {
		return 0, unfit(key, value)
	}
	return int(n), nil
}

func integer(key, value gjson.Result) (int64, error) {
	n, err := strconv.ParseInt(value.Raw, 10, 64)
	if err != nil {
		return 0, unfit(key, value)
	}
	return n, nil
}

func flag(key, value gjson.Result) (bool, error) {
	if !value.IsBool() {
		return false, unfit(key, value)
	}
	return value.Bool(), nil
}

func ratio(key, value gjson.Result) (report.Ratio, error) {
	switch {
	case value.Type == gjson.Number && !math.IsInf(value.Num, 0):
		return report.RatioOf(value.Num, true), nil
	case value.Type == gjson.Null:
		return report.Ratio{}, nil
	}
	return report.Ratio{}, unfit(key, value)
}

// rows reads the counts of a case behind those in to, whose memory it reuses. It and counts
// go without readList and members, by which show would take 6 % longer.
func rows(to []metrics.Row, key, value gjson.Result) (_ []metrics.Row, err error) {
	if err := wantList(key, value); err != nil {
		return nil, err
	}
	if to == nil {
		to = []metrics.Row{}
	}
	value.ForEach(func(_, item gjson.Result) bool {
		if err = wantObject(key, item); err != nil {
			return false
		}
		var row metrics.Row
		keys := keyCheck{known: rowKeys}
		item.ForEach(func(key, value gjson.Result) bool {
			if err = keys.add(key.Str); err != nil {
				return false
			}
			switch key.Str {
			case "attribute":
				row.Attribute, err = text(key, value)
			case "items":
				row.Items, err = flag(key, value)
			case "counts":
				err = counts(&row.Counts, key, value)
			}
			return err == nil
		})
		to = append(to, row)
		return err == nil
	})
	return to, err
}

func counts(c *metrics.Counts, key, value gjson.Result) error {
	if err := wantObject(key, value); err != nil {
		return err
	}
	var err error
	keys := keyCheck{known: countKeys}
	value.ForEach(func(key, value gjson.Result) bool {
		if err = keys.add(key.Str); err != nil {
			return false
		}
		var to *int
		switch key.Str {
		case "match":
			to = &c.Match
		case "correct_absence":
			to = &c.CorrectAbsence
		case "wrong":
			to = &c.Wrong
		case "missing":
			to = &c.Missing
		case "hallucinated":
			to = &c.Hallucinated
		case "invented":
			to = &c.Invented
		case "errored":
			to = &c.Errored
		default:
			return true
		}
		*to, err = count(key, value)
		return err == nil
	})
	return err
}
