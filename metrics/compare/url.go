package compare

import (
	"context"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/metrics/document"
)

// URL compares addresses of pages, and other URIs. They match if they are the same after normalization by RFC 3986,
// section 6.2: scheme and host have no case, a port is left out if it is the scheme's own, dot segments of the path are
// resolved, and characters that need no escape have none.
//
//	HTTPS://Example.com:443/%7eada       https://example.com/~ada     match
//	https://example.com/a/               https://example.com/a        match: a slash at the end
//	example.com/a                        https://example.com/a        match: no scheme is http or https
//	http://example.com                   https://example.com          no match: another scheme
//	www.example.com                      example.com                  no match: another host
//	https://example.com/A                https://example.com/a        no match: a path has case
//	https://example.com/?a=1&b=2         https://example.com/?b=2&a=1 no match: another query
//	https://example.com/#top             https://example.com/         no match: another fragment
//
// White space and angle brackets around an address make no difference. An address without a scheme begins with a host
// that has a dot. Any other text is not an address: it does not match, and the note says why. A truth that is not an
// address matches an identical answer. An answer that is not a string does not match an address, with the tag "type
// mismatch". The score is 1 or 0.
type URL struct{}

func (URL) name() string { return "url" }

func (URL) pairing() Pairing { return PairByText }

func (URL) sentence() string { return "address of a page, the same after normalization by RFC 3986" }

func (URL) formats() map[string]Comparator { return urlFormats }

var urlFormats = map[string]Comparator{"uri": URL{}, "iri": URL{}, "url": URL{}}

func (URL) forms() []Form {
	return []Form{{Comparator: URL{}, Noun: "address of a page", Has: func(v document.Value) bool {
		text := v.Text()
		_, note := addressOf("", v)
		return note == "" && (strings.Contains(text, "://") || strings.HasPrefix(strings.ToLower(strings.TrimSpace(text)), "www."))
	}}}
}

// validate returns nil.
func (URL) validate() error { return nil }

// Compare implements [Comparator].
func (URL) Compare(_ context.Context, got, want document.Value) (Comparison, error) {
	if got.RawText() == want.RawText() {
		return Binary(true), nil
	}
	w, note := addressOf("the truth ", want)
	if note != "" {
		return identical(Comparison{Note: note}, got, want), nil
	}
	g, note := addressOf("got ", got)
	if got.Kind() != document.String {
		return typeMismatch(got, want, ""), nil
	}
	c := Binary(note == "" && kind.SameAddress(g, w))
	c.Note = note
	return c, nil
}

// addressOf reads an address, or returns a note that says why a value is not one.
func addressOf(side string, v document.Value) (a kind.Address, note string) {
	if v.Kind() != document.String {
		return a, side + "is of type " + v.Kind().String() + ", and not an address"
	}
	a, err := kind.ParseAddress(v.Text())
	if err != nil {
		return a, side + shorten(v.RawText()) + " is not an address: " + err.Error()
	}
	return a, ""
}

// Read returns the reading of a truth for the function [Read].
func (URL) Read(want document.Value) (Reading, bool) {
	_, note := addressOf("", want)
	return Reading{OK: note == "", Why: note}, true
}

func (URL) printed(document.Value) Printed { return Printed{Literal: true} }
