package grounding

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Claim names the paths of a value, and of the place from which it was read, in got and in the truth.
type Claim struct {
	// Path is the path of the object that holds value, box and page, such as "total" for
	//
	//	{"total": {"value": 119.0, "bbox": [10, 10, 50, 20], "page": 2}}
	//
	// "" is the document itself.
	Path string
	// Value, Box and Page are paths in that object. Default: "value", "bbox" and "page". For a document that keeps
	// places apart, set, say, Value "total" and Box "places.total". A box that is an object may hold its page itself,
	// as [compare.Box] describes; this page counts if there is none at Page.
	Value, Box, Page string
	// Match compares the values. nil is [compare.Auto].
	Match compare.Comparator
}

// label is the claim's name in a [Finding]: its Path, or Value if that is empty.
func (c Claim) label() string {
	return cmp.Or(c.Path, c.Value, "value")
}

// Spec lists the claims to grade and the rules for them.
type Spec struct {
	Claims []Claim
	// Box is the format of boxes, and the least IoU of a right box.
	Box compare.Box
}

// Compile checks the spec. The error joins all mistakes: no claims, invalid paths and options, claims for the same
// value or for a value inside another one, a value that is not compared (under [compare.Ignore]).
func (s Spec) Compile() (*Grader, error) {
	var errs []error
	if len(s.Claims) == 0 {
		errs = append(errs, errors.New("grounding: the spec has no claims"))
	}
	if _, err := compare.Prepare(s.Box); err != nil {
		errs = append(errs, fmt.Errorf("grounding: %w", err))
	}
	g := &Grader{box: s.Box}
	var values eval.Spec
	for _, c := range s.Claims {
		place, value, err := c.compile()
		if err != nil {
			errs = append(errs, fmt.Errorf("grounding: claim %q: %w", c.label(), err))
			continue
		}
		g.places = append(g.places, place)
		values.Fields = append(values.Fields, eval.Field{Path: value.String(), Match: c.Match})
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	var err error
	if g.values, err = values.Compile(); err != nil {
		return nil, fmt.Errorf("grounding: %w", err)
	}
	return g, nil
}

// place holds the paths of the place of a value in documents.
type place struct {
	claim     string
	value     string // its path
	box, page document.Path
}

func (c Claim) compile() (place, document.Path, error) {
	var base document.Path
	var errs []error
	parse := func(text string) document.Path {
		p, err := document.ParsePath(text)
		if err != nil {
			errs = append(errs, err)
		}
		return p
	}
	if c.Path != "" {
		base = parse(c.Path)
	}
	inside := func(text, byDefault string) document.Path {
		return append(base[:len(base):len(base)], parse(cmp.Or(text, byDefault))...)
	}
	value := inside(c.Value, "value")
	place := place{claim: c.label(), value: value.String(), box: inside(c.Box, "bbox"), page: inside(c.Page, "page")}
	if compare.Name(c.Match) == "ignore" {
		errs = append(errs, errors.New("its value is not compared"))
	}
	return place, value, errors.Join(errs...)
}
