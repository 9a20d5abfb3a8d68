package preflight

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/preflight/internal/strictness"
	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
)

// Check gathers [Evidence]. It is not safe for concurrent use.
type Check struct {
	*plan
	evidence   Evidence
	unnamed    map[string]Key  // the keys of truths that the spec does not name
	itself     *eval.Evaluator // the spec, with Exact in place of costly comparators
	seen       map[string]bool // unnamed attributes of the present truth
	scores     bool            // the spec scores something
	places     []place         // places that rules name and fields do not
	conflicts  []string        // of the truth that is examined; see [spectext.Omission.Conflict]
	orders     *Orders
	decides    bool                  // see Options
	results    int                   // the number of results that were compared
	agreements map[string]*agreement // attribute -> the agreement of answers with truths
	otherNames map[string]*Misnamed  // attributes that answers lack
	absences   strictness.Absences
	truths     strictness.Table
	forms      strictness.Forms
	texts      dataset.CopyFinder
	sourced    *eval.Evaluator // has only the invariants that are InSource; nil without any
}

// Options are the options of a [Check]. The zero value allows the Check to quote the data.
type Options struct {
	// OfType says that the fields come from a Go type, even if the spec no longer says so; see [eval.Spec].
	OfType bool
	// Notation is the way in which the spec is written, for advice.
	Notation spectext.Notation
	// Redacted leaves names and values of truths out of the evidence.
	Redacted bool
	// Decides says that the truths of the Check decide the options that the spec leaves open, as the truths of a suite do.
	Decides bool
	// Answers is the Go type of answers, nil if unknown. Invariants may name its fields.
	Answers reflect.Type
}

// New returns a Check of the spec of an evaluator.
func New(e *eval.Evaluator, o Options) (*Check, error) {
	spec := e.Spec()
	own := spec.Replaced(func(_ string, m compare.Comparator) compare.Comparator { return strictness.Cheap(m) })
	own.Invariants = slices.DeleteFunc(slices.Clone(spec.Invariants), func(inv eval.Invariant) bool { return inv.Func != nil })
	itself, err := own.Compile()
	if err != nil {
		return nil, fmt.Errorf("preflight: %w", err)
	}
	c := &Check{
		evidence: Evidence{OfType: o.OfType || spec.OfType, Notation: o.Notation, Redacted: o.Redacted},
		plan:     newPlan(own, o.Answers), orders: NewOrders(own), agreements: map[string]*agreement{}, otherNames: map[string]*Misnamed{}, unnamed: map[string]Key{}, seen: map[string]bool{},
		itself: itself, decides: o.Decides,
	}
	if err := c.rules(own.Invariants, o.Answers); err != nil {
		return nil, fmt.Errorf("preflight: %w", err)
	}
	own.Fields = spec.Fields // the InSource invariants need their comparators, which are not called
	own.Invariants = slices.DeleteFunc(slices.Clone(own.Invariants), func(inv eval.Invariant) bool { return !inv.InSource })
	if len(own.Invariants) > 0 {
		if c.sourced, err = own.Compile(); err != nil {
			return nil, fmt.Errorf("preflight: %w", err)
		}
	}
	c.scores = c.infers || slices.ContainsFunc(c.root, func(f *field) bool { return !f.Unscored })
	return c, nil
}

// Part says that the evidence covers one shard of the given number of shards; 1 means the whole data set. Without Part,
// the evidence is never whole.
func (c *Check) Part(total int) { c.evidence.Parts, c.evidence.Of = 1, total }

// Evidence returns the evidence gathered so far.
func (c *Check) Evidence() Evidence {
	e := c.evidence
	var flat func(fields []*field)
	flat = func(fields []*field) {
		for _, f := range fields {
			own := f.Field
			if own.Times == timesOpen {
				own.Times = ""
				if c.decides && c.orders.clocks[own.ordered()].notation() == timesDay {
					own.Times = timesDay
				}
			}
			own.Examples = slices.Clone(own.Examples)
			own.Advice, own.Other, own.Default, own.Fits = added(nil, own.Advice), added(nil, own.Other), added(nil, own.Default), added(nil, own.Fits)
			own.Pairing = own.Pairing.clone()
			if e.Redacted {
				own.Examples, own.MissedNote, own.MissedAt = nil, "", Example{}
			}
			e.Fields = append(e.Fields, own)
			flat(f.items)
		}
	}
	flat(c.root)
	e.Invariants = slices.Clone(e.Invariants)
	for i := range e.Invariants {
		v := &e.Invariants[i]
		v.Examples, v.Names, v.Answers, v.Near = slices.Clone(v.Examples), maps.Clone(v.Names), maps.Clone(v.Answers), maps.Clone(v.Near)
		if e.Redacted {
			v.Examples = nil
		}
	}
	e.Orders = c.orders.evidence(e.Redacted)
	e.Compared = arithmetic.Each(slices.Sorted(maps.Keys(c.agreements)), func(attribute string) Compared { return c.agreements[attribute].tried(attribute) })
	e.Misnamed = arithmetic.Each(slices.Sorted(maps.Keys(c.otherNames)), func(attribute string) Misnamed {
		return Misnamed{Attribute: attribute}.merge(*c.otherNames[attribute]) // a copy
	})
	e.setUnnamed(c.unnamed)
	e.Absences, e.Alike, e.Forms = c.absences.Counts(), c.truths.Counts(), c.forms.Plus(nil)
	if copies := c.texts.Found(); copies.Pairs > 0 {
		e.NearCopies = &copies
	}
	return e
}
