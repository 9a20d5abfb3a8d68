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
	fields := res.Fields
	if r.strictest == RedactNone || !slices.Contains(modes, RedactNone) {
		return true
	}
	var kept []byte // what is kept, folded: a segment for each leaf, and a line for each text in it
	ends := make([]int, len(fields))
	size, longest := 0, 0
	for i := range fields {
		if modes[i] == RedactNone {
			f := &fields[i]
			size += len(f.Got) + len(f.Want) + len(f.Details) + len(f.Note) + len(f.Tag)
			if size > maxKeptBytes {
				return false
			}
			line := func(text string) {
				start := len(kept)
				kept = append(appendSought(kept, text), '\n') // no folded text has one
				longest = max(longest, len(kept)-1-start)
			}
			eachText(f.Got, true, line)
			eachText(f.Want, true, line)
			eachText(f.Details, true, line)
			line(f.Note)
			line(f.Tag)
		}
		ends[i] = len(kept)
	}
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
	for i := range fields {
		if modes[i] == RedactNone {
			continue
		}
		eachText(fields[i].Got, false, seek)
		eachText(fields[i].Want, false, seek)
		if sought.size() > maxMovedBytes {
			return false
		}
	}
	switch size := sought.size(); {
	case size == 0:
		return true
	case size > maxMovedBytes:
		return false
	}
	sought.link()
	start := 0
	for i, end := range ends {
		if start < end && sought.in(kept[start:end]) {
			modes[i] = r.strictest
		}
		start = end
	}
	return true
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
