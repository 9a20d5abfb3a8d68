package verdict

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// OutcomesType is the type of the line.
const OutcomesType = "outcomes"

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
		case "unit":
			c.Unit = value.Uint()
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
			*target = value.Str
			if value.Type != gjson.String {
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

// OutcomesParser reads lines. It keeps what it has read of trials, since most trials end alike. Its records share memory, and must not
// be changed. The zero value is ready to use.
type OutcomesParser struct{ trials map[string]*report.Case }

const maxKept = 1 << 12 // trials

// Parse returns the records of the trials of a line, in their order.
func (p *OutcomesParser) Parse(text string) ([]report.Case, error) {
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
		c.DocumentHash, c.ClusterHash, c.Tags, c.Unlabelled, c.Unit = named.DocumentHash, named.ClusterHash, named.Tags, named.Unlabelled, named.Unit
	}
	return all, nil
}

// parseTrial returns the record of a trial, without what its line says of the case.
func (p *OutcomesParser) parseTrial(text string) (*report.Case, error) {
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
