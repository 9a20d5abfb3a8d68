package report

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Limits of looking for redacted texts in what is kept; see [Redaction].
const (
	minMovedCharacters = 4
	maxMovedBytes      = 256 << 10 // of different texts that are looked for
	maxKeptBytes       = 4 << 20   // of JSON texts that are looked through
)

// redactMoved gives the leaves that are kept, and yet hold a redacted value of the
// case, a mode. It takes a time that is linear in the sizes of the values, and
// reports false where there is more to do than is done.
func (r *redactRules) redactMoved(res *eval.Result, modes []Redact, want []byte) bool {
	if r.strictest == RedactNone || !slices.Contains(modes, RedactNone) {
		return true
	}
	kept, ok := newKeptTexts(res.Fields, modes)
	if !ok {
		return false
	}
	sought := r.sought(res, modes, want, kept.longest)
	switch size := sought.size(); {
	case size == 0:
		return true
	case size > maxMovedBytes:
		return false
	}
	sought.link()
	start := 0
	for i, end := range kept.ends {
		if start < end && sought.in(kept.folded[start:end]) {
			modes[i] = r.strictest
		}
		start = end
	}
	return true
}

// keptTexts is what is kept of the leaves of a case, folded: a line for each text.
type keptTexts struct {
	folded  []byte
	ends    []int // of the lines of each leaf
	longest int   // line
}

// newKeptTexts reports false where there is more than is looked through.
func newKeptTexts(fields []eval.FieldResult, modes []Redact) (k keptTexts, ok bool) {
	k.ends = make([]int, len(fields))
	line := func(text string) {
		start := len(k.folded)
		k.folded = append(appendSought(k.folded, text), '\n') // no folded text has one
		k.longest = max(k.longest, len(k.folded)-1-start)
	}
	size := 0
	for i := range fields {
		if modes[i] == RedactNone {
			f := &fields[i]
			size += len(f.Got) + len(f.Want) + len(f.Details) + len(f.Note) + len(f.Tag)
			if size > maxKeptBytes {
				return keptTexts{}, false
			}
			eachText(f.Got, true, line)
			eachText(f.Want, true, line)
			eachText(f.Details, true, line)
			line(f.Note)
			line(f.Tag)
		}
		k.ends[i] = len(k.folded)
	}
	return k, true
}

// sought returns a finder of what is redacted, of texts that are as long at most as
// the longest in which they are looked for.
func (r *redactRules) sought(res *eval.Result, modes []Redact, want []byte, longest int) *finder {
	sought := newFinder()
	var folded []byte
	seek := func(text string) {
		folded = appendSought(folded[:0], text)
		if len(folded) <= longest && utf8.RuneCount(folded) >= minMovedCharacters {
			sought.add(folded)
		}
	}
	if truth, err := document.Parse(want); err == nil {
		r.walk().eachText(truth, seek)
	}
	r.walk().eachText(res.Answer, seek)
	for i := range res.Fields {
		if modes[i] != RedactNone && sought.size() <= maxMovedBytes {
			eachText(res.Fields[i].Got, false, seek)
			eachText(res.Fields[i].Want, false, seek)
		}
	}
	return sought
}

// appendSought appends a text in the form in which texts are looked for: folded,
// without white space and what nobody sees.
func appendSought(dst []byte, text string) []byte {
	for _, r := range compare.Fold(text) {
		if r != ' ' && (r < utf8.RuneSelf || !unicode.Is(unicode.Cf, r)) {
			dst = utf8.AppendRune(dst, r)
		}
	}
	return dst
}

// eachText calls visit for the strings and numbers of a JSON text and, when asked, for the
// keys of its objects. A text that is no JSON is visited as it is.
func eachText(text []byte, keys bool, visit func(string)) {
	if len(text) == 0 {
		return
	}
	switch c := text[0]; {
	case c == '"' && len(text) > 1 && text[len(text)-1] == '"' && bytes.IndexByte(text, '\\') < 0:
		visit(string(text[1 : len(text)-1]))
		return
	case c == '-' || '0' <= c && c <= '9':
		visit(string(text))
		return
	}
	v, err := document.Parse(text)
	if err != nil {
		visit(string(text))
		return
	}
	eachTextOf(v, keys, visit)
}

func eachTextOf(v document.Value, keys bool, visit func(string)) {
	switch v.Kind() {
	case document.String, document.Number:
		visit(v.Text())
	case document.Array:
		for _, item := range v.Items() {
			eachTextOf(item, keys, visit)
		}
	case document.Object:
		for key, member := range v.Members() {
			if keys {
				visit(key)
			}
			eachTextOf(member, keys, visit)
		}
	}
}
