package redact

import (
	"index/suffixarray"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Limits of the search for redacted values in kept ones; see [Redaction].
const (
	minMovedCharacters = 4
	maxKeptBytes       = 4 << 20 // of JSON texts that are searched
	maxMoved           = 1 << 20 // places where redacted values stand
)

// redactMoved gives the strictest mode to each kept leaf that holds a redacted value of the
// case. It reports false where the case exceeds a limit, or the result does not list all
// values that are redacted.
func (r *ruleSet) redactMoved(res *eval.Result, modes []Mode, want []byte) bool {
	if r.strictest == None || !slices.Contains(modes, None) {
		return true
	}
	kept, ends, ok := keptText(res.Fields, modes)
	if !ok || !listsInvented(res) {
		return false
	}
	index, left := suffixarray.New(kept), maxMoved
	for _, text := range r.redactedTexts(res, modes, want) {
		places := index.Lookup([]byte(text), left+1)
		if left -= len(places); left < 0 {
			return false
		}
		for _, place := range places {
			leaf, _ := slices.BinarySearch(ends, place+1)
			modes[leaf] = r.strictest
		}
	}
	return true
}

// listsInvented reports whether the leaves have all invented values: a result lists 1,000 of them.
func listsInvented(res *eval.Result) bool {
	listed, rows := 0, map[string]bool{}
	for _, row := range res.Table.Attributes {
		rows[row.Attribute] = row.Items
	}
	for i := range res.Fields {
		if res.Fields[i].Outcome == metrics.Invented && !rows[res.Fields[i].Attribute] {
			listed++
		}
	}
	return res.Table.Total().Invented <= listed
}

// keptText returns the kept texts of all leaves, each folded and on a line of its own, and
// where the lines of each leaf end. It reports false where they exceed a limit.
func keptText(fields []eval.FieldResult, modes []Mode) (kept []byte, ends []int, ok bool) {
	add := func(text string) {
		kept = append(append(kept, folded(text)...), '\n') // a folded text contains no line break
	}
	size := 0
	for i := range fields {
		if f := &fields[i]; modes[i] == None {
			if size += len(f.Got) + len(f.Want) + len(f.Details) + len(f.Tag); size > maxKeptBytes {
				return nil, nil, false
			}
			eachText(f.Got, true, add)
			eachText(f.Want, true, add)
			eachText(f.Details, true, add)
			add(f.Tag)
		}
		if len(kept) > 2*maxKeptBytes { // folding makes eighteen characters of some
			return nil, nil, false
		}
		ends = append(ends, len(kept))
	}
	return kept, ends, true
}

// redactedTexts returns the folded texts of all redacted values that are long enough to be
// searched for, each once.
func (r *ruleSet) redactedTexts(res *eval.Result, modes []Mode, want []byte) (texts []string) {
	add := func(text string) {
		text = folded(text)
		if utf8.RuneCountInString(norm.NFC.String(text)) >= minMovedCharacters {
			texts = append(texts, text)
		}
	}
	if truth, err := document.Parse(want); err == nil {
		r.eachText(truth, add)
	}
	r.eachText(res.Answer, add)
	for i, mode := range modes {
		if mode != None {
			eachText(res.Fields[i].Got, false, add)
			eachText(res.Fields[i].Want, false, add)
		}
	}
	slices.Sort(texts)
	return slices.Compact(texts)
}

// folded returns a text in the form in which texts are compared: two texts have the same
// form when they are a compatibility caseless match (Unicode, section 3.13, D146) without
// the characters that [document.Invisible] reports. The form is decomposed, so a text is also found
// where an accent follows it. Unseen characters are removed first, so that an accent meets
// its letter. Normalization may add a space below an accent that stands alone, and joiners
// between very many accents; both are removed last.
func folded(text string) string {
	text = strings.Map(func(r rune) rune {
		if document.Invisible(r) {
			return -1
		}
		return r
	}, text)
	text = norm.NFKD.String(compare.Fold(norm.NFKC.String(text)))
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == graphemeJoiner {
			return -1
		}
		return r
	}, text)
}

const graphemeJoiner = '\u034F'

// eachText calls visit for the strings and numbers of a JSON text and, with keys, for the
// keys of its objects. It passes a text that is not JSON to visit whole.
func eachText(text []byte, keys bool, visit func(string)) {
	if len(text) == 0 {
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
