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

// head is what all trials of a case have in common: which document it is.
type head struct {
	ID           string            `json:"id"`
	DataHash     string            `json:"truth,omitzero"`
	InputHash    string            `json:"input,omitzero"`
	TextHash     string            `json:"text,omitzero"`
	TruthHash    string            `json:"same_truth,omitzero"`
	DocumentHash string            `json:"document,omitzero"`
	ClusterHash  string            `json:"cluster,omitzero"`
	Tags         map[string]string `json:"tags,omitzero"`
	Unlabelled   bool              `json:"unlabelled,omitzero"`
}

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

// line is the line of a case.
type line struct {
	Type string `json:"type"`
	head
	Trials []json.RawMessage `json:"trials"`
}

// parse reads a line, which is valid JSON. It skips unknown keys.
func (l *line) parse(text string) (err error) {
	gjson.Parse(text).ForEach(func(key, value gjson.Result) bool {
		var target *string
		switch key.Str {
		case "id":
			target = &l.ID
		case "truth":
			target = &l.DataHash
		case "input":
			target = &l.InputHash
		case "text":
			target = &l.TextHash
		case "same_truth":
			target = &l.TruthHash
		case "document":
			target = &l.DocumentHash
		case "cluster":
			target = &l.ClusterHash
		case "unlabelled":
			l.Unlabelled = value.Type == gjson.True
		case "tags":
			err = json.Unmarshal([]byte(value.Raw), &l.Tags)
		case "trials":
			err = json.Unmarshal([]byte(value.Raw), &l.Trials)
		}
		if target != nil {
			if *target = value.Str; value.Type != gjson.String {
				err = fmt.Errorf("%s is no text", key.Str)
			}
		}
		return err == nil
	})
	if err == nil && len(l.Trials) == 0 {
		err = fmt.Errorf("case %q has no trial", l.ID)
	}
	return err
}

// pair is a [report.ClassPair] as [attribute, want, got, values] or, with a rank, with the rank after these.
type pair report.ClassPair

func (p pair) MarshalJSON() ([]byte, error) {
	cells := []any{p.Attribute, p.Want, p.Got, p.Values}
	if p.Rank != 0 {
		cells = append(cells, p.Rank)
	}
	return json.Marshal(cells)
}

func (p *pair) UnmarshalJSON(text []byte) error {
	cells := []any{&p.Attribute, &p.Want, &p.Got, &p.Values, &p.Rank}
	if err := json.Unmarshal(text, &cells); err != nil {
		return err
	}
	if n := len(cells); n != 4 && n != 5 {
		return fmt.Errorf("a pair of classes has %d cells, want 4 or 5", n)
	}
	return nil
}

// rows are counts by attribute, in their order.
type rows []metrics.Row

func (r rows) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, row := range r {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(gjson.AppendJSONString(text, row.Attribute), ':')
		if row.Counts == (metrics.Counts{Match: row.Counts.Match}) {
			text = strconv.AppendInt(text, int64(row.Counts.Match), 10)
		} else {
			text = gjson.AppendJSONString(text, countText(row.Counts))
		}
	}
	return append(text, '}'), nil
}

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

func (s states) MarshalJSON() ([]byte, error) {
	text := []byte{'{'}
	for i, r := range s {
		if i > 0 {
			text = append(text, ',')
		}
		text = append(gjson.AppendJSONString(text, r.Name), ':')
		text = gjson.AppendJSONString(text, string(r.State))
	}
	return append(text, '}'), nil
}

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
// joins cases, the cluster, is kept. With answers, truth and answers are kept as the records have them, else neither.
func Append(text []byte, trials []report.Case, cluster string, answers bool) ([]byte, error) {
	first := &trials[0]
	l := line{Type: Type, head: head{
		ID: first.ID, DataHash: first.DataHash, InputHash: first.InputHash, TextHash: first.TextHash, TruthHash: first.TruthHash,
		DocumentHash: first.DocumentHash, ClusterHash: first.ClusterHash, Unlabelled: first.Unlabelled,
	}}
	if l.InputHash != "" {
		l.TextHash = "" // one hash tells documents apart
	}
	if value := first.Tags[cluster]; value != "" {
		l.Tags = map[string]string{cluster: value}
	}
	for i := range trials {
		t, err := json.Marshal(trialOf(&trials[i], answers))
		if err != nil {
			return text, err
		}
		l.Trials = append(l.Trials, t)
	}
	encoded, err := json.Marshal(l)
	if err != nil {
		return text, err
	}
	return append(append(text, encoded...), '\n'), nil
}

func trialOf(c *report.Case, answers bool) trial {
	t := trial{
		Status: c.Status, Unreadable: c.Unreadable, Verdict: c.Verdict, Score: c.Score, Measures: c.Measures,
	}
	t.Score.Value = math.Round(1e4*t.Score.Value) / 1e4
	if c.Trial > 1 {
		t.Trial = c.Trial
	}
	if t.Status == report.OK {
		t.Status = ""
	}
	for _, row := range c.Counts {
		if row.Items {
			t.Items = append(t.Items, row)
		} else {
			t.Fields = append(t.Fields, row)
		}
	}
	for _, p := range c.Classes {
		t.Classes = append(t.Classes, pair(p))
	}
	for _, r := range c.Invariants {
		t.Invariants = append(t.Invariants, eval.InvariantResult{Name: r.Name, State: r.State})
	}
	if answers {
		t.Truth, t.Answer, t.AnswerText = c.Truth, c.Answer, c.AnswerText
	}
	return t
}

// Parser reads lines. It keeps what it has read of trials that ended alike, as most do. Its records share memory, and must not
// be changed. The zero value is ready to use.
type Parser struct{ trials map[string]*report.Case }

const maxKept = 1 << 12 // trials

// Parse returns the records of the trials of a line, in their order.
func (p *Parser) Parse(text string) ([]report.Case, error) {
	var l line
	if err := l.parse(text); err != nil {
		return nil, err
	}
	all := make([]report.Case, len(l.Trials))
	for i, t := range l.Trials {
		ended, err := p.parseTrial(t)
		if err != nil {
			return nil, fmt.Errorf("case %q: %w", l.ID, err)
		}
		c := &all[i]
		*c = *ended
		c.ID, c.DataHash, c.InputHash, c.TextHash, c.TruthHash = l.ID, l.DataHash, l.InputHash, l.TextHash, l.TruthHash
		c.DocumentHash, c.ClusterHash, c.Tags, c.Unlabelled = l.DocumentHash, l.ClusterHash, l.Tags, l.Unlabelled
	}
	return all, nil
}

// parseTrial returns the record of a trial, without what its line says of the case.
func (p *Parser) parseTrial(text []byte) (*report.Case, error) {
	if known := p.trials[string(text)]; known != nil {
		return known, nil
	}
	var t trial
	if err := json.Unmarshal(text, &t); err != nil {
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
	p.trials[string(text)] = c
	return c, nil
}
