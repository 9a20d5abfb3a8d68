// Package encode writes the line of one record, whatever file it is in.
package encode

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"unicode/utf8"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/invariant"
	"github.com/extracteval/extracteval/metrics/sorted"
	"github.com/extracteval/extracteval/report"
	"github.com/tidwall/gjson"
)

// Append appends the line of r, "\n" included, to line. The key "type"
// comes first. Bytes that are not UTF-8 become U+FFFD. The only error is a value
// that JSON cannot hold; line is then as it was.
func Append(line []byte, r report.Record) ([]byte, error) {
	start := len(line)
	line, err := appendRecord(line, r)
	if err != nil {
		return line[:start], fmt.Errorf("report: %s record: %w", r.Type(), err)
	}
	if !utf8.Valid(line[start:]) {
		line = append(line[:start], bytes.ToValidUTF8(line[start:], []byte("\uFFFD"))...)
	}
	return line, nil
}

func appendRecord(line []byte, r report.Record) ([]byte, error) {
	switch r := r.(type) {
	case report.Case:
		return appendCase(line, &r)
	case *report.Case:
		return appendCase(line, r)
	}
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(r); err != nil {
		return line, err
	}
	line = append(line, `{"type":"`...)
	line = append(line, r.Type()...)
	line = append(line, `",`...)
	return append(line, body.Bytes()[1:]...), nil
}

// appendCase does for a case what encoding/json would, several times faster:
// there is one for every document, and it is what recording costs.
func appendCase(line []byte, c *report.Case) ([]byte, error) {
	e := encoder{line: append(line, `{"type":"case"`...)}
	e.text("id", c.ID)
	e.integer("trial", c.Trial)
	e.text("status", string(c.Status))
	e.optional("error", c.Error)
	e.ratio("score", c.Score)
	e.ratio("null_score", c.NullScore)
	e.optional("verdict", string(c.Verdict))
	e.flag("unlabelled", c.Unlabelled)
	e.optional("reasoning", c.Reasoning)
	e.texts("misses", c.Misses)
	e.positive("more_misses", c.MoreMisses)
	e.optional("data_hash", c.DataHash)
	e.optional("input_hash", c.InputHash)
	e.optional("text_hash", c.TextHash)
	e.optional("truth_hash", c.TruthHash)
	e.optional("document_hash", c.DocumentHash)
	e.optional("cluster_hash", c.ClusterHash)
	e.array("counts", c.Counts != nil, len(c.Counts), func(i int) { e.row(&c.Counts[i]) })
	e.array("origins", c.Origins != nil, len(c.Origins), func(i int) { e.origins(&c.Origins[i]) })
	e.array("invariants", c.Invariants != nil, len(c.Invariants), func(i int) { e.invariant(&c.Invariants[i]) })
	e.array("measures", c.Measures != nil, len(c.Measures), func(i int) { e.measured(&c.Measures[i]) })
	e.array("fields", c.Fields != nil, len(c.Fields), func(i int) { e.field(&c.Fields[i]) })
	e.positive("more_fields", c.MoreFields)
	e.array("alignments", c.Alignments != nil, len(c.Alignments), func(i int) { e.alignment(&c.Alignments[i]) })
	e.texts("warnings", c.Warnings)
	e.positive("duration_ns", int(c.Duration))
	e.positive("retries", c.Retries)
	e.flag("timed_out", c.TimedOut)
	e.flag("replayed", c.Replayed)
	e.optional("taken", c.Taken)
	if c.Tags != nil {
		e.object("tags")
		for _, tag := range sorted.Keys(c.Tags) {
			e.name(tag)
			e.quote(c.Tags[tag])
		}
		e.end('}')
	}
	e.array("pages", c.Pages != nil, len(c.Pages), func(i int) { e.page(&c.Pages[i]) })
	if c.Cost != nil {
		e.object("cost")
		for _, unit := range sorted.Keys(c.Cost) {
			e.name(unit)
			e.float(unit, c.Cost[unit])
		}
		e.end('}')
	}
	e.raw("truth", c.Truth)
	e.raw("answer", c.Answer)
	e.optional("answer_text", c.AnswerText)
	e.line = append(e.line, '}', '\n')
	return e.line, e.err
}

// encoder appends the keys of an object with their values.
type encoder struct {
	line []byte
	err  error
}

func (e *encoder) comma() {
	if last := e.line[len(e.line)-1]; last != '{' && last != '[' {
		e.line = append(e.line, ',')
	}
}

// key appends a key of this package, which needs no escapes.
func (e *encoder) key(key string) {
	e.comma()
	e.line = append(e.line, '"')
	e.line = append(e.line, key...)
	e.line = append(e.line, '"', ':')
}

// name appends a key of the user's.
func (e *encoder) name(name string) {
	e.comma()
	e.quote(name)
	e.line = append(e.line, ':')
}

// quote appends a string. Most need no escapes.
func (e *encoder) quote(text string) {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' {
			e.line = gjson.AppendJSONString(e.line, text)
			return
		}
	}
	e.line = append(e.line, '"')
	e.line = append(e.line, text...)
	e.line = append(e.line, '"')
}

func (e *encoder) object(key string) {
	e.key(key)
	e.line = append(e.line, '{')
}

func (e *encoder) end(bracket byte) { e.line = append(e.line, bracket) }

func (e *encoder) text(key, text string) {
	e.key(key)
	e.quote(text)
}

func (e *encoder) optional(key, text string) {
	if text != "" {
		e.text(key, text)
	}
}

func (e *encoder) integer(key string, n int) {
	e.key(key)
	e.line = strconv.AppendInt(e.line, int64(n), 10)
}

func (e *encoder) positive(key string, n int) {
	if n != 0 {
		e.integer(key, n)
	}
}

func (e *encoder) number(key string, v float64) {
	e.key(key)
	e.float(key, v)
}

// float appends the value of a key.
func (e *encoder) float(key string, v float64) {
	switch {
	case v == 0:
		e.line = append(e.line, '0')
	case v == 1:
		e.line = append(e.line, '1')
	case math.IsNaN(v) || math.IsInf(v, 0):
		e.err = fmt.Errorf("%s is %v, which JSON cannot hold", key, v)
	default:
		e.line = strconv.AppendFloat(e.line, v, 'g', -1, 64)
	}
}

func (e *encoder) ratio(key string, r report.Ratio) {
	if r.Defined {
		e.number(key, r.Value)
	}
}

func (e *encoder) flag(key string, set bool) {
	if set {
		e.key(key)
		e.line = append(e.line, "true"...)
	}
}

func (e *encoder) raw(key string, value json.RawMessage) {
	if value == nil {
		return
	}
	e.key(key)
	if !Valid(value) {
		e.err = fmt.Errorf("%s is not JSON: %.40q", key, value)
		return
	}
	if bytes.IndexByte(value, '\n') >= 0 || bytes.IndexByte(value, '\r') >= 0 { // a record is one line
		var compact bytes.Buffer
		e.err = json.Compact(&compact, value)
		value = compact.Bytes()
	}
	e.line = append(e.line, value...)
}

func (e *encoder) texts(key string, texts []string) {
	e.array(key, texts != nil, len(texts), func(i int) { e.quote(texts[i]) })
}

func (e *encoder) integers(key string, all []int) {
	e.array(key, all != nil, len(all), func(i int) { e.line = strconv.AppendInt(e.line, int64(all[i]), 10) })
}

// array appends a key with a list of n items, nothing for one that is not there.
func (e *encoder) array(key string, there bool, n int, item func(i int)) {
	if !there {
		return
	}
	e.key(key)
	e.line = append(e.line, '[')
	for i := range n {
		e.comma()
		item(i)
	}
	e.line = append(e.line, ']')
}

func (e *encoder) row(r *metrics.Row) {
	e.line = append(e.line, '{')
	e.text("attribute", r.Attribute)
	e.object("counts")
	for o := metrics.Match; o <= metrics.Errored; o++ {
		e.positive(o.String(), r.Counts.Of(o))
	}
	e.end('}')
	e.flag("items", r.Items)
	e.end('}')
}

func (e *encoder) origins(r *report.OriginRow) {
	e.line = append(e.line, '{')
	e.text("attribute", r.Attribute)
	e.positive("misread", r.Misread)
	e.positive("picked", r.Picked)
	e.positive("made_up", r.MadeUp)
	e.positive("overlooked", r.Overlooked)
	e.positive("not_in_source", r.NotInSource)
	e.end('}')
}

func (e *encoder) invariant(r *invariant.Result) {
	e.line = append(e.line, '{')
	e.text("name", r.Name)
	e.text("state", string(r.State))
	e.optional("note", r.Note)
	e.texts("paths", r.Paths)
	e.end('}')
}

func (e *encoder) measured(m *report.Measured) {
	e.line = append(e.line, '{')
	e.text("name", m.Name)
	e.number("sum", m.Sum)
	e.number("weight", m.Weight)
	e.end('}')
}

func (e *encoder) field(f *report.Field) {
	e.line = append(e.line, '{')
	e.text("path", f.Path)
	e.text("attribute", f.Attribute)
	e.integers("got_index", f.GotIndex)
	e.integers("want_index", f.WantIndex)
	e.text("outcome", f.Outcome.String())
	e.number("score", f.Score)
	e.number("similarity", f.Similarity)
	e.number("weight", f.Weight)
	e.optional("note", f.Note)
	e.optional("tag", f.Tag)
	e.optional("error_class", f.ErrorClass)
	e.optional("origin", f.Origin)
	e.ratio("confidence", f.Confidence)
	e.raw("got", f.Got)
	e.raw("want", f.Want)
	e.flag("cut", f.Cut)
	e.raw("details", f.Details)
	e.end('}')
}

func (e *encoder) alignment(a *report.Alignment) {
	e.line = append(e.line, '{')
	e.text("path", a.Path)
	e.integer("paired", a.Paired)
	e.integer("only_got", a.OnlyGot)
	e.integer("only_want", a.OnlyWant)
	e.array("pairs", a.Pairs != nil, len(a.Pairs), func(i int) {
		p := &a.Pairs[i]
		e.line = append(e.line, '{')
		e.integer("got", p.Got)
		e.integer("want", p.Want)
		e.number("similarity", p.Similarity)
		e.end('}')
	})
	e.integers("unmatched_got", a.UnmatchedGot)
	e.integers("unmatched_want", a.UnmatchedWant)
	e.flag("ambiguous", a.Ambiguous)
	e.array("nearest_to_want", a.NearestToWant != nil, len(a.NearestToWant), func(i int) { e.nearest(&a.NearestToWant[i]) })
	e.array("nearest_to_got", a.NearestToGot != nil, len(a.NearestToGot), func(i int) { e.nearest(&a.NearestToGot[i]) })
	e.end('}')
}

func (e *encoder) nearest(n *report.Nearest) {
	e.line = append(e.line, '{')
	e.integer("got", n.Got)
	e.integer("want", n.Want)
	e.number("similarity", n.Similarity)
	e.number("least", n.Least)
	e.flag("taken", n.Taken)
	e.texts("differs", n.Differs)
	e.end('}')
}

func (e *encoder) page(p *report.Page) {
	e.line = append(e.line, '{')
	e.positive("number", p.Number)
	e.optional("image", p.Image)
	if p.Width != 0 {
		e.number("width", p.Width)
	}
	if p.Height != 0 {
		e.number("height", p.Height)
	}
	e.end('}')
}
