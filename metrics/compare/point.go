package compare

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/extracteval/extracteval/metrics/compare/internal/kind"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/geometry"
)

// Point compares positions: two points match when their distance is at most Max.
//
// A point is an array of coordinates, of any dimension, or an object:
//
//	[10, 20]
//	{"x": 10, "y": 20}                 and "z", if there is one; or {"X": 10, "Y": 20}
//	{"point": [10, 20], "page": 2}     either form may have a page
//
// Coordinates are numbers, or strings that hold one. Points on different pages do not match, nor
// does a point with a page match one without.
//
// The score is 1 or 0. The details are {"distance":…,"metric":…,"threshold":…}, the last being Max.
// A distance beyond Max has the tag "outside tolerance" unless Max is 0, and the note says how far. A
// value that is not a point has the tag "invalid point", points of different dimensions have
// "dimension mismatch", and the note says on which side and why. A truth that is not a point
// matches nothing, an identical got neither.
type Point struct {
	// Metric names the distance: "euclidean" (default), "manhattan", "cosine" (1 - cosine of the angle
	// between the two as vectors, in [0,2]; 1 where one of them is all zeros) or "chebyshev" (the
	// largest difference of a coordinate).
	Metric string `json:"metric,omitzero"`
	// Max is the largest distance that matches, itself included, in units of the
	// coordinates. Not negative, and finite. Rounding is allowed for: a distance may
	// exceed it by [Slack].
	Max float64 `json:"max,omitzero"`
}

func (Point) name() string { return "point" }

func (Point) pairing() Pairing { return PairByMatch }

func (p Point) sentence() string {
	return "point, at most " + briefNumber(p.Max) + " apart, " + string(p.metric())
}

// validate reports an unknown Metric, and a Max that is negative or not finite.
func (p Point) validate() error {
	var unknown, outside error
	if !slices.Contains(metricNames, string(p.metric())) {
		unknown = optionErrorf("point", "metric", "%s", noneOf(p.Metric, metricNames))
	}
	if !(p.Max >= 0) || math.IsInf(p.Max, 0) {
		outside = optionErrorf("point", "max", "got %v, want a distance that is finite and not negative", p.Max)
	}
	return errors.Join(unknown, outside)
}

var metricNames = []string{"euclidean", "manhattan", "cosine", "chebyshev"}

func (p Point) metric() geometry.Metric {
	return cmp.Or(geometry.Metric(p.Metric), "euclidean")
}

// Compare implements [Comparator]. It returns the error of [Prepare].
func (p Point) Compare(ctx context.Context, got, want document.Value) (Comparison, error) {
	return compareOnce(ctx, p, got, want)
}

type preparedPoint struct {
	metric geometry.Metric
	max    float64
}

func (p Point) prepare() (Comparator, error) {
	if err := p.validate(); err != nil {
		return nil, err
	}
	return preparedPoint{p.metric(), p.Max}, nil
}

func (p preparedPoint) Compare(_ context.Context, got, want document.Value) (Comparison, error) {
	var gotSpace, wantSpace [4]float64 // append allocates for points of more than 4 dimensions
	w, wantPage, err := kind.ParsePoint(wantSpace[:0], want)
	if err != nil {
		return invalidPoint("want", err), nil
	}
	g, gotPage, err := kind.ParsePoint(gotSpace[:0], got)
	if err != nil {
		return invalidPoint("got", err), nil
	}
	if len(g) != len(w) {
		return Comparison{
			Tag:  tagDimensionMismatch,
			Note: fmt.Sprintf("points of different dimensions: got %d coordinates, want %d", len(g), len(w)),
		}, nil
	}
	if reason := kind.PlacesApart(gotPage, wantPage, false, false); reason != "" {
		return Comparison{Note: reason}, nil
	}
	distance, err := geometry.Distance(p.metric, g, w)
	if err != nil {
		return Comparison{}, err // cannot happen: the points and the metric are checked above
	}
	c := Binary(true)
	if !Reaches(p.max, distance) {
		c = apartBy(briefNumber(distance), briefNumber(p.max), p.max > 0)
	}
	c.Details = p.details(distance)
	return c, nil
}

// Read returns the reading of a truth for the function [Read].
func (p preparedPoint) Read(want document.Value) (Reading, bool) {
	if _, _, err := kind.ParsePoint(nil, want); err != nil {
		return Reading{Why: err.Error()}, true
	}
	return matchesItself(p, want), true
}

func (p preparedPoint) details(distance float64) []byte {
	dst := append(make([]byte, 0, 80), `{"distance":`...)
	dst = append(kind.AppendNumber(dst, distance), `,"metric":"`...)
	dst = append(append(dst, p.metric...), `","threshold":`...)
	return append(kind.AppendNumber(dst, p.max), '}')
}

func invalidPoint(side string, err error) Comparison {
	return Comparison{Tag: tagInvalidPoint, Note: side + ": " + err.Error()}
}
