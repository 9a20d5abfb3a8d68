package artifact

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact/internal/decode"
	"github.com/extracteval/extracteval/report/artifact/internal/encode"
)

// fullCase fills all of a case: first, as a brief reading does, what a summary needs,
// so that all who read a line see the same case, then the details. One that cannot be
// read is left out, with a warning.
func (o object) fullCase(c *report.Case) error {
	*c = report.Case{}
	if err := o.briefCase(c, true); err != nil {
		return err
	}
	var lost []string
	gjson.Parse(string(o)).ForEach(func(key, value gjson.Result) bool {
		if err := detail(c, key, value); err != nil {
			lost = append(lost, fmt.Sprintf("%s of this record cannot be read: %v", key.Str, err))
		}
		return true
	})
	c.Warnings = append(c.Warnings, lost...)
	return nil
}

// detail takes a value that a brief reading has left out.
func detail(c *report.Case, key, value gjson.Result) (err error) {
	switch key.Str {
	case "fields":
		var written bool
		if c.Fields, written = decode.Fields(value.Raw); written {
			break
		}
		if err = checkKeys(value, fieldKeys, nil); err == nil {
			c.Fields, err = decodeDetail[[]report.Field](value)
		}
	case "alignments":
		if err = checkKeys(value, alignmentKeys, checkPairs); err == nil {
			c.Alignments, err = decodeDetail[[]report.Alignment](value)
		}
	case "pages":
		if err = checkKeys(value, pageKeys, nil); err == nil {
			c.Pages, err = decodeDetail[[]report.Page](value)
		}
	case "warnings":
		c.Warnings, err = decodeDetail[[]string](value)
	case "truth":
		c.Truth = json.RawMessage(value.Raw)
	case "answer":
		c.Answer = json.RawMessage(value.Raw)
	case "cost":
		c.Cost, err = decodeDetail[map[string]float64](value)
	}
	return err
}

func checkPairs(key, value gjson.Result) error {
	if key.Str != "pairs" {
		return nil
	}
	return checkKeys(value, pairKeys, nil)
}

func decodeDetail[T any](value gjson.Result) (T, error) {
	var all, none T
	err := json.Unmarshal([]byte(value.Raw), &all)
	if err == nil {
		return all, nil
	}
	if wrong := (*json.UnmarshalTypeError)(nil); errors.As(err, &wrong) && wrong.Field == "" {
		return none, fmt.Errorf("a JSON %s does not fit", wrong.Value)
	}
	return none, plainJSON(err)
}

// DecodeCase reads the line of a case, by rules that leave nothing to the parser:
// whoever reads it, a [Reader] with Brief or without, sees the same case. It is an
// error when a key of the case, or of its Counts, is there twice or differs from one of
// a record in letter case, and when a value is of another kind than records have: an
// integer is written in digits alone, and null is for Score and NullScore only. Unknown
// keys are skipped. Bytes that are not UTF-8 become U+FFFD.
//
// What a summarize.Summarizer does not need is no reason to lose a case: Fields, Alignments,
// Warnings, Pages or Cost with an entry that breaks these rules, or cannot be read, are
// left out, and a warning says so.
func DecodeCase(text []byte, c *report.Case) error {
	if !encode.Valid(text) {
		return notJSON(text)
	}
	if !gjson.ParseBytes(text).IsObject() {
		return errNoObject
	}
	return objectOf(text).fullCase(c)
}
