package verdict

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/report"
)

// AppendOutcomes appends the line of a case, "\n" included. trials holds the records of its trials, at least one. Only the tag that
// joins cases, the cluster, is kept. With answers, truth and answers are kept as the records have them, else neither. The error
// says which number JSON cannot hold.
func AppendOutcomes(text []byte, trials []report.Case, cluster string, answers bool) ([]byte, error) {
	first := &trials[0]
	o := object{text: append(text, `{"type":"`+OutcomesType+`"`...), several: true}
	o.addText("id", first.ID)
	o.addText("truth", first.DataHash)
	o.addText("input", first.InputHash)
	if first.InputHash == "" { // one hash tells documents apart
		o.addText("text", first.TextHash)
	}
	o.addText("same_truth", first.TruthHash)
	o.addText("document", first.DocumentHash)
	o.addText("cluster", first.ClusterHash)
	if value := first.Tags[cluster]; value != "" {
		o.addKey("tags")
		tags := object{text: append(o.text, '{')}
		tags.addText(cluster, value)
		o.text = append(tags.text, '}')
	}
	o.addTrue("unlabelled", first.Unlabelled)
	o.addKey("trials")
	for i := range trials {
		o.text = append(o.text, "[,"[min(i, 1)])
		t := object{text: append(o.text, '{')}
		if err := t.addTrial(&trials[i], answers); err != nil {
			return text, err
		}
		o.text = append(t.text, '}')
	}
	return append(o.text, "]}\n"...), nil
}

// WithUnit returns a line of [AppendOutcomes] with the unit of evidence of the case.
func WithUnit(line []byte, unit uint64) []byte {
	return fmt.Appendf(slices.Clone(line[:len(line)-len("}\n")]), ",\"unit\":%d}\n", unit)
}

// object is the text of a JSON object so far.
type object struct {
	text    []byte
	several bool // it has a member
}

func (o *object) addKey(key string) {
	if o.several {
		o.text = append(o.text, ',')
	}
	o.several = true
	o.text = append(gjson.AppendJSONString(o.text, key), ':')
}

// addText adds a text, unless it is empty.
func (o *object) addText(key, value string) {
	if value != "" {
		o.addKey(key)
		o.text = gjson.AppendJSONString(o.text, value)
	}
}

func (o *object) addTrue(key string, value bool) {
	if value {
		o.addKey(key)
		o.text = append(o.text, "true"...)
	}
}

// addJSON adds JSON text, unless it is empty.
func (o *object) addJSON(key string, value []byte) {
	if len(value) > 0 {
		o.addKey(key)
		o.text = append(o.text, bytes.ReplaceAll(value, []byte("\n"), []byte(" "))...)
	}
}

// addTrial adds how a case ended in a trial.
func (o *object) addTrial(c *report.Case, answers bool) error {
	if c.Trial > 1 {
		o.addJSON("trial", strconv.AppendInt(nil, int64(c.Trial), 10))
	}
	if c.Status != report.OK {
		o.addText("status", string(c.Status))
	}
	o.addTrue("unreadable", c.Unreadable)
	o.addText("verdict", string(c.Verdict))
	if c.Score.Defined {
		o.addKey("score")
		o.text = strconv.AppendFloat(o.text, math.Round(1e4*c.Score.Value)/1e4, 'f', -1, 64)
	}
	o.addRows("fields", c.Counts, false)
	o.addRows("items", c.Counts, true)
	if len(c.Classes) > 0 {
		cells := arithmetic.Each(c.Classes, func(p report.ClassPair) []any { return []any{p.Attribute, p.Want, p.Got, p.Values, p.Rank} })
		if err := o.addValue("classes", cells); err != nil {
			return err
		}
	}
	if len(c.Invariants) > 0 {
		o.addKey("rules")
		rules := object{text: append(o.text, '{')}
		for _, r := range c.Invariants {
			rules.addText(r.Name, string(r.State))
		}
		o.text = append(rules.text, '}')
	}
	if len(c.Measures) > 0 {
		if err := o.addValue("measures", c.Measures); err != nil {
			return err
		}
	}
	if answers {
		o.addJSON("want", c.Truth)
		o.addJSON("got", c.Answer)
		o.addText("got_text", c.AnswerText)
	}
	return nil
}

func (o *object) addValue(key string, value any) error {
	text, err := json.Marshal(value)
	o.addJSON(key, text)
	return err
}

// addRows adds counts by attribute: of whole items, or of all others.
func (o *object) addRows(key string, counts []metrics.Row, items bool) {
	rows := object{}
	for i := range counts {
		row := &counts[i]
		if row.Items != items {
			continue
		}
		if !rows.several {
			o.addKey(key)
			rows.text = append(o.text, '{')
		}
		if row.Counts == (metrics.Counts{Match: row.Counts.Match}) {
			rows.addKey(row.Attribute)
			rows.text = strconv.AppendInt(rows.text, int64(row.Counts.Match), 10)
		} else {
			rows.addText(row.Attribute, countText(row.Counts))
		}
	}
	if rows.several {
		o.text = append(rows.text, '}')
	}
}

// countText returns counts in words: "wrong", "3 match, 1 missing".
func countText(c metrics.Counts) string {
	if c.Total() == 1 {
		for _, o := range metrics.Outcomes() {
			if c.Of(o) == 1 {
				return wordOf(o)
			}
		}
	}
	var parts []string
	for _, o := range metrics.Outcomes() {
		if n := c.Of(o); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, wordOf(o)))
		}
	}
	return strings.Join(parts, ", ")
}

func wordOf(o metrics.Outcome) string {
	if o == metrics.CorrectAbsence {
		return "absent"
	}
	return o.String()
}
