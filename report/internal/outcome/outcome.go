// Package outcome reads and writes the lines of a baseline: how one case ended, in all of its trials, in one line that reads
// well in a review. A line has the outcomes of each attribute by name, and no value of the document:
//
//	{"type":"outcomes","id":"inv-001","truth":"5b0c…","input":"91fe…","trials":[{"verdict":"pass","score":1,"fields":{"total":1,"lines[].amount":4}}]}
//	{"type":"outcomes","id":"inv-002","truth":"77d1…","input":"0d3a…","trials":[{"verdict":"fail","score":0.8,"fields":{"total":"wrong","lines[].amount":"3 match, 1 missing"}}]}
//
// A number counts values that match. In words, a count of one is left out if it is all there is, and "absent" is a correct
// absence. A score has four digits.
package outcome

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// Type is the type of the line.
const Type = "outcomes"

// trial is how the case ended in one trial.
type trial struct {
	Trial      int               `json:"trial,omitzero"` // 0 for the first
	Status     report.Status     `json:"status,omitzero"`
	Unreadable bool              `json:"unreadable,omitzero"`
	Verdict    eval.Verdict      `json:"verdict,omitzero"`
	Score      report.Ratio      `json:"score,omitzero"`
	Fields     rows              `json:"fields,omitzero"`
	Items      rows              `json:"items,omitzero"`
	Classes    []pair            `json:"classes,omitzero"`
	Invariants states            `json:"rules,omitzero"`
	Measures   []report.Measured `json:"measures,omitzero"`
	Truth      json.RawMessage   `json:"want,omitzero"`
	Answer     json.RawMessage   `json:"got,omitzero"`
	AnswerText string            `json:"got_text,omitzero"`
}

// parseLine reads a line, which is valid JSON: the case without its trials, and these. It skips unknown keys.
func parseLine(text string) (c report.Case, trials []string, err error) {
	gjson.Parse(text).ForEach(func(key, value gjson.Result) bool {
		var target *string
		switch key.Str {
		case "id":
			target = &c.ID
		case "truth":
			target = &c.DataHash
		case "input":
			target = &c.InputHash
		case "text":
			target = &c.TextHash
		case "same_truth":
			target = &c.TruthHash
		case "document":
			target = &c.DocumentHash
		case "cluster":
			target = &c.ClusterHash
		case "unlabelled":
			c.Unlabelled = value.Type == gjson.True
		case "tags":
			err = json.Unmarshal([]byte(value.Raw), &c.Tags)
		case "trials":
			for _, trial := range value.Array() {
				trials = append(trials, trial.Raw)
			}
		}
		if target != nil {
			if *target = value.Str; value.Type != gjson.String {
				err = fmt.Errorf("%s is no text", key.Str)
			}
		}
		return err == nil
	})
	if err == nil && len(trials) == 0 {
		err = fmt.Errorf("case %q has no trial", c.ID)
	}
	return c, trials, err
}

// pair is a [report.ClassPair] as [attribute, want, got, values, rank].
type pair report.ClassPair

func (p *pair) UnmarshalJSON(text []byte) error {
	cells := []any{&p.Attribute, &p.Want, &p.Got, &p.Values, &p.Rank}
	if err := json.Unmarshal(text, &cells); err != nil {
		return err
	}
	if len(cells) != 5 {
		return fmt.Errorf("a pair of classes has %d cells, want 5", len(cells))
	}
	return nil
}

// rows are counts by attribute, in their order.
type rows []metrics.Row

func (r *rows) UnmarshalJSON(text []byte) (err error) {
	return members(text, func(name string, value gjson.Result) error {
		row := metrics.Row{Attribute: name}
		if value.Type == gjson.Number {
			row.Counts.Match, err = strconv.Atoi(value.Raw)
		} else {
			row.Counts, err = parseCounts(value.Str)
		}
		if err != nil {
			return fmt.Errorf("outcomes of %q: %w", name, err)
		}
		*r = append(*r, row)
		return nil
	})
}

// states are the results of invariants by their names, in their order.
type states []eval.InvariantResult

func (s *states) UnmarshalJSON(text []byte) error {
	return members(text, func(name string, value gjson.Result) error {
		*s = append(*s, eval.InvariantResult{Name: name, State: eval.InvariantState(value.Str)})
		return nil
	})
}

// members visits the members of an object in their order. A name that comes twice is an error.
func members(text []byte, visit func(name string, value gjson.Result) error) (err error) {
	object, seen := gjson.ParseBytes(text), map[string]bool{}
	if !object.IsObject() {
		return errors.New("it is no object")
	}
	object.ForEach(func(key, value gjson.Result) bool {
		name := key.String()
		if seen[name] {
			err = fmt.Errorf("%q appears twice", name)
			return false
		}
		seen[name] = true
		err = visit(name, value)
		return err == nil
	})
	return err
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

// parseCounts reads the text of countText.
func parseCounts(text string) (c metrics.Counts, err error) {
	for part := range strings.SplitSeq(text, ", ") {
		number, name, found := strings.Cut(part, " ")
		n := 1
		if !found {
			name = number
		} else if n, err = strconv.Atoi(number); err != nil || n < 1 || n > 1<<31-1 {
			return c, fmt.Errorf("%q is no count", part)
		}
		index := slices.IndexFunc(metrics.Outcomes(), func(o metrics.Outcome) bool { return wordOf(o) == name })
		if index < 0 {
			return c, fmt.Errorf("%q is no outcome", name)
		}
		o := metrics.Outcomes()[index]
		if c.Of(o) > 0 {
			return c, fmt.Errorf("%s appears twice", name)
		}
		*outcomeOf(&c, o) = n
	}
	return c, nil
}

func outcomeOf(c *metrics.Counts, o metrics.Outcome) *int {
	return map[metrics.Outcome]*int{
		metrics.Match: &c.Match, metrics.CorrectAbsence: &c.CorrectAbsence, metrics.Wrong: &c.Wrong, metrics.Missing: &c.Missing,
		metrics.Hallucinated: &c.Hallucinated, metrics.Invented: &c.Invented, metrics.Errored: &c.Errored,
	}[o]
}

// Append appends the line of a case, "\n" included. trials holds the records of its trials, at least one. Only the tag that
// joins cases, the cluster, is kept. With answers, truth and answers are kept as the records have them, else neither. The error
// says which number JSON cannot hold.
func Append(text []byte, trials []report.Case, cluster string, answers bool) ([]byte, error) {
	first := &trials[0]
	o := object{text: append(text, `{"type":"`+Type+`"`...), several: true}
	o.addText("id", first.ID)
	o.addText("truth", first.DataHash)
	if o.addText("input", first.InputHash); first.InputHash == "" { // one hash tells documents apart
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
		var cells [][]any
		for _, p := range c.Classes {
			cells = append(cells, []any{p.Attribute, p.Want, p.Got, p.Values, p.Rank})
		}
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

// Parser reads lines. It keeps what it has read of trials that ended alike, as most do. Its records share memory, and must not
// be changed. The zero value is ready to use.
type Parser struct{ trials map[string]*report.Case }

const maxKept = 1 << 12 // trials

// Parse returns the records of the trials of a line, in their order.
func (p *Parser) Parse(text string) ([]report.Case, error) {
	named, trials, err := parseLine(text)
	if err != nil {
		return nil, err
	}
	all := make([]report.Case, len(trials))
	for i, t := range trials {
		ended, err := p.parseTrial(t)
		if err != nil {
			return nil, fmt.Errorf("case %q: %w", named.ID, err)
		}
		c := &all[i]
		*c = *ended
		c.ID, c.DataHash, c.InputHash, c.TextHash, c.TruthHash = named.ID, named.DataHash, named.InputHash, named.TextHash, named.TruthHash
		c.DocumentHash, c.ClusterHash, c.Tags, c.Unlabelled = named.DocumentHash, named.ClusterHash, named.Tags, named.Unlabelled
	}
	return all, nil
}

// parseTrial returns the record of a trial, without what its line says of the case.
func (p *Parser) parseTrial(text string) (*report.Case, error) {
	if known := p.trials[text]; known != nil {
		return known, nil
	}
	var t trial
	if err := json.Unmarshal([]byte(text), &t); err != nil {
		return nil, err
	}
	c := &report.Case{
		Trial: max(t.Trial, 1), Status: cmp.Or(t.Status, report.OK), Unreadable: t.Unreadable, Verdict: t.Verdict, Score: t.Score,
		Measures: t.Measures, Truth: t.Truth, Answer: t.Answer, AnswerText: t.AnswerText, Invariants: t.Invariants, Counts: slices.Concat(t.Fields, t.Items),
	}
	for k := len(t.Fields); k < len(c.Counts); k++ {
		c.Counts[k].Items = true
	}
	for _, p := range t.Classes {
		c.Classes = append(c.Classes, report.ClassPair(p))
	}
	if p.trials == nil || len(p.trials) == maxKept {
		p.trials = map[string]*report.Case{}
	}
	p.trials[strings.Clone(text)] = c
	return c, nil
}
