package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/tidwall/gjson"
)

// fullCase fills all of a case: first, as a brief reading does, what a summary needs,
// so that all who read a line see the same case, then the details. One that cannot be
// read is left out, with a warning.
func (o object) fullCase(c *Case) error {
	*c = Case{}
	if err := o.briefCase(c); err != nil {
		return err
	}
	c.detach()
	var lost []string
	gjson.Parse(string(o)).ForEach(func(key, value gjson.Result) bool {
		if err := c.detail(key, value); err != nil {
			lost = append(lost, fmt.Sprintf("%s of this record cannot be read: %v", key.Str, err))
		}
		return true
	})
	c.Warnings = append(c.Warnings, lost...)
	return nil
}

// detail takes a value that a brief reading has left out.
func (c *Case) detail(key, value gjson.Result) (err error) {
	switch key.Str {
	case "reasoning":
		c.Reasoning = strings.Clone(value.Str)
	case "more_fields":
		c.MoreFields, err = count(key, value)
	case "duration_ns":
		var n int64
		n, err = integer(key, value)
		c.Duration = time.Duration(n)
	case "fields":
		if err = checkKeys(value, fieldKeys, nil); err == nil {
			c.Fields, err = decodeDetail[[]Field](value)
		}
	case "alignments":
		if err = checkKeys(value, alignmentKeys, checkPairs); err == nil {
			c.Alignments, err = decodeDetail[[]Alignment](value)
		}
	case "pages":
		if err = checkKeys(value, pageKeys, nil); err == nil {
			c.Pages, err = decodeDetail[[]Page](value)
		}
	case "warnings":
		c.Warnings, err = decodeDetail[[]string](value)
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

// detach copies the texts of a brief reading: the rest of the line need not be kept
// for them.
func (c *Case) detach() {
	for _, text := range []*string{&c.ID, (*string)(&c.Status), &c.Error, (*string)(&c.Verdict), &c.DataHash} {
		*text = strings.Clone(*text)
	}
	for i := range c.Misses {
		c.Misses[i] = strings.Clone(c.Misses[i])
	}
	for i := range c.Counts {
		c.Counts[i].Attribute = strings.Clone(c.Counts[i].Attribute)
	}
	tags := c.Tags
	if tags != nil {
		c.Tags = make(map[string]string, len(tags))
	}
	for tag, value := range tags {
		c.Tags[strings.Clone(tag)] = strings.Clone(value)
	}
}
