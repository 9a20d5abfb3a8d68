package verdict

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

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report"
)

// OutcomesType is the type of the line.
const OutcomesType = "outcomes"

// Outcomes is how one case ended in all of its trials, in the form of a line. It has only the tag that joins cases.
type Outcomes struct {
	Type         string            `json:"type"`
	ID           string            `json:"id"`
	DataHash     string            `json:"truth,omitzero"`
	InputHash    string            `json:"input,omitzero"`
	TextHash     string            `json:"text,omitzero"`
	TruthHash    string            `json:"same_truth,omitzero"`
	DocumentHash string            `json:"document,omitzero"`
	ClusterHash  string            `json:"cluster,omitzero"`
	Tags         map[string]string `json:"tags,omitzero"`
	Unlabelled   bool              `json:"unlabelled,omitzero"`
	Trials       []json.RawMessage `json:"trials"`        // each a trial
	Unit         uint64            `json:"unit,omitzero"` // of evidence, see [report.Case]
}

// trial is how the case ended in one trial.
type trial struct {
	Trial      int               `json:"trial,omitzero"` // 0 for the first
	Status     report.Status     `json:"status,omitzero"`
	Unreadable bool              `json:"unreadable,omitzero"`
	Verdict    eval.Verdict      `json:"verdict,omitzero"`
	Score      report.Ratio      `json:"score,omitzero"`
	Fields     rows              `json:"fields,omitempty"`
	Items      rows              `json:"items,omitempty"`
	Classes    []pair            `json:"classes,omitempty"`
	Invariants states            `json:"rules,omitempty"`
	Measures   []report.Measured `json:"measures,omitempty"`
	Truth      json.RawMessage   `json:"want,omitempty"`
	Answer     json.RawMessage   `json:"got,omitempty"`
	AnswerText string            `json:"got_text,omitempty"`
}

// OutcomesOf returns how a case ended in the one trial of its record. cluster is the tag that joins cases. With answers, truth
// and answer are kept as the record has them, else neither. The id and the tag share no memory with the record, where they may
// be a part of the whole line of a data set. The error says which number JSON cannot hold.
func OutcomesOf(c *report.Case, cluster string, answers bool) (Outcomes, error) {
	o := Outcomes{
		Type: OutcomesType, ID: strings.Clone(c.ID), DataHash: c.DataHash, InputHash: c.InputHash, TruthHash: c.TruthHash,
		DocumentHash: c.DocumentHash, ClusterHash: c.ClusterHash, Unlabelled: c.Unlabelled,
	}
	if c.InputHash == "" { // one hash tells documents apart
		o.TextHash = c.TextHash
	}
	if value := c.Tags[cluster]; value != "" {
		o.Tags = map[string]string{cluster: strings.Clone(value)}
	}
	t := trial{
		Unreadable: c.Unreadable, Verdict: c.Verdict, Score: report.RatioOf(math.Round(1e4*c.Score.Value)/1e4, c.Score.Defined),
		Classes: arithmetic.Each(c.Classes, func(p report.ClassPair) pair { return pair(p) }), Invariants: c.Invariants, Measures: c.Measures,
	}
	if c.Trial > 1 {
		t.Trial = c.Trial
	}
	if c.Status != report.OK {
		t.Status = c.Status
	}
	for _, row := range c.Counts {
		if row.Items {
			t.Items = append(t.Items, row)
		} else {
			t.Fields = append(t.Fields, row)
		}
	}
	if answers {
		t.Truth, t.Answer, t.AnswerText = c.Truth, c.Answer, c.AnswerText
	}
	text, err := json.Marshal(t)
	o.Trials = []json.RawMessage{text}
	return o, err
}

// Line returns the line, "\n" included.
func (o *Outcomes) Line() ([]byte, error) {
	text, err := json.Marshal(o)
	return append(text, '\n'), err
}

// OutcomesParser reads lines. It keeps the trials that it has read, since most trials end alike. So its records share memory,
// and must not be changed. The zero value is ready to use.
type OutcomesParser struct{ trials map[string]*trial }

const maxKept = 1 << 12 // trials

// Parse returns the records of the trials of a line, in their order.
func (p *OutcomesParser) Parse(line []byte) ([]report.Case, error) {
	var o Outcomes
	if err := json.Unmarshal(line, &o); err != nil {
		return nil, err
	}
	if len(o.Trials) == 0 {
		return nil, fmt.Errorf("case %q has no trial", o.ID)
	}
	all := make([]report.Case, len(o.Trials))
	for i, text := range o.Trials {
		t := p.trials[string(text)]
		if t == nil {
			t = &trial{}
			if err := json.Unmarshal(text, t); err != nil {
				return nil, fmt.Errorf("case %q: %w", o.ID, err)
			}
			if len(p.trials) == maxKept {
				clear(p.trials)
			}
			arithmetic.Map(&p.trials)[string(text)] = t
		}
		c := &all[i]
		*c = report.Case{
			ID: o.ID, DataHash: o.DataHash, InputHash: o.InputHash, TextHash: o.TextHash, TruthHash: o.TruthHash,
			DocumentHash: o.DocumentHash, ClusterHash: o.ClusterHash, Tags: o.Tags, Unlabelled: o.Unlabelled, Unit: o.Unit,
			Trial: max(t.Trial, 1), Status: cmp.Or(t.Status, report.OK), Unreadable: t.Unreadable, Verdict: t.Verdict, Score: t.Score,
			Measures: t.Measures, Truth: t.Truth, Answer: t.Answer, AnswerText: t.AnswerText, Invariants: t.Invariants, Counts: slices.Concat(t.Fields, t.Items),
			Classes: arithmetic.Each(t.Classes, func(p pair) report.ClassPair { return report.ClassPair(p) }),
		}
		for k := len(t.Fields); k < len(c.Counts); k++ {
			c.Counts[k].Items = true
		}
	}
	return all, nil
}

// pair is a [report.ClassPair] as [attribute, want, got, values, rank].
type pair report.ClassPair

func (p pair) MarshalJSON() ([]byte, error) {
	return json.Marshal([]any{p.Attribute, p.Want, p.Got, p.Values, p.Rank})
}

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

func (r rows) MarshalJSON() ([]byte, error) {
	var text []byte
	for _, row := range r {
		text = appendKey(text, row.Attribute)
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
	var text []byte
	for _, r := range s {
		text = gjson.AppendJSONString(appendKey(text, r.Name), string(r.State))
	}
	return append(text, '}'), nil
}

func (s *states) UnmarshalJSON(text []byte) error {
	return members(text, func(name string, value gjson.Result) error {
		*s = append(*s, eval.InvariantResult{Name: name, State: eval.InvariantState(value.Str)})
		return nil
	})
}

// appendKey begins the next member of an object, whose text so far is given.
func appendKey(object []byte, key string) []byte {
	mark := byte(',')
	if len(object) == 0 {
		mark = '{'
	}
	return append(gjson.AppendJSONString(append(object, mark), key), ':')
}

// members visits the members of an object in their order. A name that comes twice is an error.
func members(text []byte, visit func(name string, value gjson.Result) error) (err error) {
	object, seen := gjson.ParseBytes(text), map[string]bool{}
	if !object.IsObject() {
		return errors.New("it is not an object")
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

// parseCounts reads the text of countText.
func parseCounts(text string) (c metrics.Counts, err error) {
	for part := range strings.SplitSeq(text, ", ") {
		number, name, found := strings.Cut(part, " ")
		n := 1
		if !found {
			name = number
		} else if n, err = strconv.Atoi(number); err != nil || n < 1 || n > 1<<31-1 {
			return c, fmt.Errorf("%q is not a count", part)
		}
		index := slices.IndexFunc(metrics.Outcomes(), func(o metrics.Outcome) bool { return wordOf(o) == name })
		if index < 0 {
			return c, fmt.Errorf("%q is not an outcome", name)
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

func wordOf(o metrics.Outcome) string {
	if o == metrics.CorrectAbsence {
		return "absent"
	}
	return o.String()
}
