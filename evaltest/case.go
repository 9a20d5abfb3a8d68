package evaltest

import (
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
)

// Case is one document of a data set with its truth. The truth is a field of
// the case, since an argument could be swapped with the answer, which would
// swap precision and recall without an error.
//
// Use the keyed form, Case[In]{ID: "a", ...}.
type Case[In any] struct {
	// ID names the case in reports and is the name of its subtest. IDs are unique within a data set. Default: the
	// position of the case, "case-1", or "line-1" in a file.
	ID string
	// Input is the argument of Suite.Extract.
	Input In
	// Want is the truth: JSON text ([]byte, json.RawMessage or string), or a value
	// that is marshalled. nil is an error unless the suite is PartlyLabelled;
	// json.RawMessage("null") is an empty truth.
	Want any
	// Tags describe the case for slices of the report, such as "language": "de". A key that few cases have gives a
	// warning if it is spelt almost like a key of most cases. A key in the form of a computed slice, such as "rows of
	// lines", is an error: see report.Limit.
	Tags map[string]string
	// Pages are the pages of the document. The HTML report draws boxes over their
	// images. The paths of images are relative to the folder of the package.
	Pages []report.Page
	// Text is the text of the document; see Suite.Text.
	Text string
	// Label says where Want comes from, and who has looked at it: State is "draft", "reviewed" or "adjudicated", By is
	// a person. nil means unknown. A label without Want is an error. See "Data sets" in the package documentation.
	Label *report.Label
}

// source opens the data set of the suite.
func (s *suite) source(reading cases.Reading) (cases.Source, error) {
	ways := 0
	for _, given := range []bool{s.File != "", s.Cases != nil, s.Source != nil} {
		if given {
			ways++
		}
	}
	switch {
	case ways != 1:
		return cases.Source{}, fmt.Errorf("a suite has one of File, Cases and Source, not %d", ways)
	case s.File != "":
		return cases.Open(s.File, reading)
	}
	given := func(yield func(cases.Given, error) bool) {
		for _, c := range s.Cases {
			if !yield(cases.Given(c), nil) {
				return
			}
		}
		if s.Source == nil {
			return
		}
		for c, err := range s.Source {
			if !yield(cases.Given(c), err) {
				return
			}
		}
	}
	return cases.Of(given, s.Cases != nil, reading)
}

// clusters finds out whether any case has the cluster key, as a tag or as a key of its
// truth.
type clusters struct {
	key   string
	found bool
	names map[string]bool // tags and keys of the cases
}

func (k *clusters) inspectCase(c *cases.Case) {
	if k.key == "" || k.found {
		return
	}
	if k.names == nil {
		k.names = map[string]bool{}
	}
	_, tagged := c.Tags[k.key]
	k.found = tagged || !c.Truth.Get(k.key).Empty()
	for tag := range c.Tags {
		k.names[tag] = true
	}
	for key := range c.Truth.Members() {
		k.names[key] = true
	}
}

// missing returns the error for a cluster key that every case lacks.
func (k *clusters) missing() error {
	if k.key == "" || k.found {
		return nil
	}
	return fmt.Errorf("cluster: no case has the tag %q, nor its truth such a key%s", k.key, words.Hint(k.key, slices.Sorted(maps.Keys(k.names))))
}
