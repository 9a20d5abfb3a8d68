package compare

import (
	"context"
	"fmt"

	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/metrics/document"
)

// Regex matches texts that have the form that a regular expression describes, from
// their first to their last character.
//
//	^ and $ are not needed:       [A-Z]{2}\d{6}
//	parts of a text are compared: INV-(\d+).*
//
// A pattern without groups applies only to got: got matches if it has the form, whatever the truth is. With groups both
// sides must have the form, and each group must have the same text on both sides; a group that took no part in the
// match is empty. (?:…) is not a group.
//
// Strings are matched unchanged, numbers and bools by their JSON text. Values of other types do not
// match, with the tag "type mismatch" if the types of the two differ. An answer without the form is wrong even if it
// is identical to the truth. A text that is too long for its pattern (the product of its length and the size of the
// compiled pattern is above 2^26) does not match, and the note says so. The score is 1 or 0.
type Regex struct {
	// Pattern is a regular expression in the syntax of package [regexp/syntax] (RE2), at
	// most 1,000 bytes long. Required.
	Pattern string `json:"pattern,omitzero"`
}

func (Regex) name() string { return "regex" }

func (Regex) pairing() Pairing { return PairByMatch }

func (r Regex) sentence() string {
	if p, err := r.compile(); err == nil && p.pattern.NumSubexp() > 0 {
		return "text of the form " + r.Pattern + ", the same in each group"
	}
	return "text of the form " + r.Pattern + ", whatever the truth is"
}

// validate reports a Pattern that is missing, too long, or not a regular expression.
func (r Regex) validate() error {
	_, err := r.compile()
	return err
}

func (r Regex) compile() (p preparedRegex, err error) {
	if r.Pattern == "" {
		return p, &OptionError{Comparator: "regex", Key: "pattern", Problem: "it is missing", Example: "[A-Z]{2}[0-9]{6}"}
	}
	if p.pattern, err = kind.CompilePattern(r.Pattern); err != nil {
		return p, optionErrorf("regex", "pattern", "%v", err)
	}
	return p, nil
}

// Compare implements [Comparator]. It returns the error of [Prepare].
func (r Regex) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	return compareOnce(ctx, r, got, want)
}

type preparedRegex struct{ pattern kind.Pattern }

func (r Regex) prepare() (Comparator, error) { return r.compile() }

func (p preparedRegex) Compare(_ context.Context, got, want document.Value) (Comparison, error) {
	g, note := p.match("got", got)
	if note != "" {
		c := Comparison{Note: note}
		if got.Kind() >= document.Array && want.Kind() != got.Kind() {
			c = typeMismatch(got, want, "")
		}
		return c, nil
	}
	if p.pattern.NumSubexp() == 0 {
		return Binary(true), nil
	}
	w, note := p.match("the truth", want)
	if note != "" {
		return Comparison{Note: note}, nil
	}
	for i := range g {
		if g[i] != w[i] {
			return Comparison{Note: fmt.Sprintf("group %d: got %q, want %q", i+1, shorten(g[i]), shorten(w[i]))}, nil
		}
	}
	return Binary(true), nil
}

// match returns the groups of a value, or a note that says why the value does not have the form.
func (p preparedRegex) match(side string, v document.Value) (groups []string, note string) {
	text := v.Text()
	switch {
	case v.Kind() >= document.Array:
		return nil, fmt.Sprintf("%s is of type %s, and only strings, numbers and bools are matched", side, v.Kind())
	case p.pattern.TooLong(text):
		return nil, fmt.Sprintf("%s has %d bytes, which is too long for the pattern", side, len(text))
	case p.pattern.NumSubexp() == 0 && p.pattern.MatchString(text):
		return nil, ""
	}
	if groups = p.pattern.FindStringSubmatch(text); groups == nil {
		return nil, side + " does not have the form of the pattern"
	}
	return groups[1:], ""
}

// Read returns the reading of a truth for the function [Read].
func (p preparedRegex) Read(want document.Value) (Reading, bool) {
	_, note := p.match("the truth", want)
	return Reading{OK: note == "", Why: note}, true
}
