package redact

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/extracteval/extracteval/metrics"
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
// reports false where there is more to do than is done, or not all of the redacted
// values are known.
func (r *ruleSet) redactMoved(res *eval.Result, modes []Mode, want []byte) bool {
	if r.strictest == None || !slices.Contains(modes, None) {
		return true
	}
	if !listsInvented(res) {
		return false
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

// listsInvented reports whether all invented values are among the leaves, see
// [eval.MaxInvented].
func listsInvented(res *eval.Result) bool {
	listed := 0
	for i := range res.Fields {
		if res.Fields[i].Outcome == metrics.Invented {
			listed++
		}
	}
	return res.Table.Total().Invented <= listed
}

// keptTexts is what is kept of the leaves of a case, folded: a line for each text.
type keptTexts struct {
	folded  []byte
	ends    []int // of the lines of each leaf
	longest int   // line
}

// newKeptTexts reports false where there is more than is looked through.
func newKeptTexts(fields []eval.FieldResult, modes []Mode) (k keptTexts, ok bool) {
	k.ends = make([]int, len(fields))
	line := func(text string) {
		start := len(k.folded)
		k.folded = append(appendSought(k.folded, text), '\n') // no folded text has one
		k.longest = max(k.longest, len(k.folded)-1-start)
	}
	size := 0
	for i := range fields {
		if modes[i] == None {
			f := &fields[i]
			size += len(f.Got) + len(f.Want) + len(f.Details) + len(f.Note) + len(f.Tag)
			if size > maxKeptBytes {
				return keptTexts{}, false
			}
			eachText(f.Got, true, line)
			if !bytes.Equal(f.Got, f.Want) {
				eachText(f.Want, true, line)
			}
			eachText(f.Details, true, line)
			line(f.Note)
			line(f.Tag)
			if len(k.folded) > 2*maxKeptBytes { // one character may become eighteen
				return keptTexts{}, false
			}
		}
		k.ends[i] = len(k.folded)
	}
	return k, true
}

// sought returns a finder of what is redacted, of texts that are as long at most as
// the longest in which they are looked for.
func (r *ruleSet) sought(res *eval.Result, modes []Mode, want []byte, longest int) *finder {
	sought := newFinder()
	var folded []byte
	seek := func(text string) {
		folded = appendSought(folded[:0], text)
		if len(folded) <= longest && utf8.RuneCount(norm.NFC.Bytes(folded)) >= minMovedCharacters {
			sought.add(folded)
		}
	}
	if truth, err := document.Parse(want); err == nil {
		r.eachText(truth, seek)
	}
	r.eachText(res.Answer, seek)
	for i := range res.Fields {
		if modes[i] != None && sought.size() <= maxMovedBytes {
			f := &res.Fields[i]
			eachText(f.Got, false, seek)
			if !bytes.Equal(f.Got, f.Want) {
				eachText(f.Want, false, seek)
			}
		}
	}
	return sought
}

// appendSought appends a text in the form in which texts are looked for. Two have the
// same form where, without what [isDropped] drops, they are a compatibility caseless
// match (Unicode, section 3.13, D146). It is a decomposed form: a text is found as
// well when an accent comes after it.
func appendSought(dst []byte, text string) []byte {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c >= utf8.RuneSelf:
			return appendSoughtAny(dst, text[i:])
		case 'A' <= c && c <= 'Z':
			dst = append(dst, c+'a'-'A')
		case ' ' < c && c < 0x7f:
			dst = append(dst, c)
		}
	}
	return dst
}

// appendSoughtAny drops what is not seen at first, so that an accent comes to its
// letter, and in the end what the normalization has put in: the space below an accent
// that stands alone, joiners where there are very many accents.
func appendSoughtAny(dst []byte, text string) []byte {
	text = strings.Map(func(r rune) rune {
		if isDropped(r) {
			return -1
		}
		return r
	}, text)
	var stack [128]byte
	folded := norm.NFKD.AppendString(stack[:0], compare.Fold(norm.NFKC.String(text)))
	for len(folded) > 0 {
		r, size := utf8.DecodeRune(folded)
		if r != ' ' && r != graphemeJoiner {
			dst = append(dst, folded[:size]...)
		}
		folded = folded[size:]
	}
	return dst
}

const (
	brailleBlank   = '\u2800' // a symbol to Unicode, and yet no dot of it is there
	graphemeJoiner = '\u034F'
)

// isDropped reports whether a character makes no difference where texts are looked for,
// since there is nothing of it to see: it is white space, a control or format
// character, or else one that is ignored by default.
func isDropped(r rune) bool {
	if '!' <= r && r <= '~' || 0xAD < r && r < 0x0300 || 0x3400 <= r && r < 0xD800 {
		return false // most of what is written, and quickly told
	}
	return r == brailleBlank || unicode.In(r, unicode.White_Space, unicode.Cc, unicode.Cf,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// eachText calls visit for the strings and numbers of a JSON text and, when asked, for the
// keys of its objects. A text that is not JSON is visited as it is.
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
