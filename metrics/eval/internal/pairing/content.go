package pairing

import (
	"bytes"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/number"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// canonical returns a text that is equal for equal values: the order of keys, white space and the form of numbers make no
// difference. A float64 of Go is written 12.5 where a truth has 12.50.
func canonical(v document.Value) string { return string(appendCanonical(nil, v)) }

func appendCanonical(dst []byte, v document.Value) []byte {
	if v.Kind() == document.Number {
		return append(dst, number.Canonical(v.RawText())...)
	}
	start := len(dst)
	dst = v.AppendCanonical(dst)
	if v.Kind() < document.Array || !bytes.ContainsAny(dst[start:], ".eE-") {
		return dst
	}
	return appendNumbers(dst[:start], bytes.Clone(dst[start:]))
}

// appendNumbers appends a JSON text with each of its numbers in one form.
func appendNumbers(dst, text []byte) []byte {
	for i := 0; i < len(text); {
		end := i + 1
		switch c := text[i]; {
		case c == '"':
			for ; text[end] != '"'; end++ {
				if text[end] == '\\' {
					end++
				}
			}
			end++
			dst = append(dst, text[i:end]...)
		case c == '-' || '0' <= c && c <= '9':
			for end < len(text) && strings.IndexByte("+-.eE0123456789", text[end]) >= 0 {
				end++
			}
			dst = append(dst, number.Canonical(string(text[i:end]))...)
		default:
			dst = append(dst, c)
		}
		i = end
	}
	return dst
}

// folded returns a text, number or bool as [compare.Fold] has it, and an array or object in one form whatever the order of its
// keys and the white space between its values.
func folded(v document.Value) string {
	if v.Kind() >= document.Array {
		return compare.Fold(canonical(v))
	}
	return compare.Fold(v.Text())
}

// settleNumbers gives the numbers of match fields one form in place of the form in which they are written. It leaves a match
// field alone that has texts, too: "1.10" may be a code that is not "1.1", and a number equals the text of its digits.
func (m *matcher) settleNumbers() {
	texts := make([]bool, len(m.keys))
	for _, ops := range [][]operand{m.gotOps, m.wantOps} {
		for i := range ops {
			k := i % len(m.keys)
			texts[k] = texts[k] || ops[i].hasText()
		}
	}
	for _, ops := range [][]operand{m.gotOps, m.wantOps} {
		for i := range ops {
			if texts[i%len(m.keys)] {
				continue
			}
			op := &ops[i]
			op.settled = true
			if op.set != nil {
				op.set = arithmetic.Each(op.set, number.Canonical)
				slices.Sort(op.set)
			}
		}
	}
}

// hasText reports whether the value, or an element of the set, is a text.
func (o *operand) hasText() bool {
	if o.set == nil {
		return isText(o.value)
	}
	for _, item := range o.value.Items() {
		if isText(item) {
			return true
		}
	}
	return false
}

func isText(v document.Value) bool { return v.Kind() == document.String }

// scalarText returns the JSON of a text or a bool, and the canonical text of a number.
func scalarText(v document.Value) string {
	if v.Kind() == document.Number {
		return number.Canonical(v.RawText())
	}
	return v.RawText()
}
