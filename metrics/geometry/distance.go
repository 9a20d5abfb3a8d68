package geometry

import (
	"cmp"
	"fmt"
	"math"
)

// Metric names a distance between points:
//
//	euclidean  root of the sum of squared differences
//	manhattan  sum of absolute differences
//	cosine     1 - cosine of the angle at the origin, in [0, 2]; 1 when a point is the origin
//	chebyshev  largest absolute difference
type Metric string

const (
	metricEuclidean Metric = "euclidean"
	metricManhattan Metric = "manhattan"
	metricCosine    Metric = "cosine"
	metricChebyshev Metric = "chebyshev"
)

// validate returns an error that lists the metrics when m is none.
func (m Metric) validate() error {
	switch m {
	case metricEuclidean, metricManhattan, metricCosine, metricChebyshev:
		return nil
	}
	return fmt.Errorf("geometry: unknown metric %q; valid metrics: %q, %q, %q, %q", string(m), metricEuclidean, metricManhattan, metricCosine, metricChebyshev)
}

// Distance measures two points of any, equal dimension; the empty metric is "euclidean". Different dimensions, points
// without coordinates, coordinates that are not finite and an unknown metric are errors. A distance beyond float64 is
// [math.MaxFloat64].
//
// The cosine distance is computed from the difference of the two directions and keeps its digits for nearly parallel
// vectors; vectors with equal direction are at distance 0 exactly when their normalized coordinates are equal, as for
// [3,4] and [6,8].
func Distance(metric Metric, got, want []float64) (float64, error) {
	metric = cmp.Or(metric, metricEuclidean)
	if err := metric.validate(); err != nil {
		return 0, err
	}
	if len(got) != len(want) {
		return 0, fmt.Errorf("geometry: points of different dimensions: got %d coordinates, want %d", len(got), len(want))
	}
	if len(got) == 0 {
		return 0, fmt.Errorf("geometry: points without coordinates")
	}
	for i := range got {
		if !finite(got[i]) || !finite(want[i]) {
			return 0, fmt.Errorf("geometry: coordinate %d is not finite: got %v, want %v", i, got[i], want[i])
		}
	}
	switch metric {
	case metricManhattan:
		return manhattan(got, want), nil
	case metricCosine:
		return cosine(got, want), nil
	case metricChebyshev:
		return bounded(2 * halfSpread(got, want)), nil
	}
	return euclidean(got, want), nil
}

func manhattan(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		sum += math.Abs(a[i] - b[i])
	}
	return bounded(sum)
}

func euclidean(a, b []float64) float64 {
	sum := 0.0
	for i := range a {
		d := a[i] - b[i]
		sum += float64(d * d)
	}
	if sum > smallestArea && sum < largestArea {
		return math.Sqrt(sum)
	}
	unit := halfSpread(a, b)
	if unit == 0 {
		return 0
	}
	sum = 0
	for i := range a {
		d := (a[i]/2 - b[i]/2) / unit
		sum += float64(d * d)
	}
	return bounded(2 * unit * math.Sqrt(sum))
}

// halfSpread is half of the largest absolute difference, which itself may be beyond float64.
func halfSpread(a, b []float64) float64 {
	largest := 0.0
	for i := range a {
		largest = max(largest, math.Abs(a[i]/2-b[i]/2))
	}
	return largest
}

// cosine uses 1 - cos φ = |u - v|²/2 for unit vectors u, v: the subtraction from 1 would leave rounding noise of 1e-16 where
// the directions agree.
func cosine(a, b []float64) float64 {
	unitA, unitB := largest(a), largest(b)
	if unitA == 0 || unitB == 0 {
		return 1
	}
	lengthA, lengthB := length(a, unitA), length(b, unitB)
	sum := 0.0
	for i := range a {
		d := a[i]/unitA/lengthA - b[i]/unitB/lengthB
		sum += float64(d * d)
	}
	return min(sum/2, 2)
}

func largest(v []float64) float64 {
	m := 0.0
	for _, x := range v {
		m = max(m, math.Abs(x))
	}
	return m
}

// length is the length of v in units of its largest coordinate.
func length(v []float64, unit float64) float64 {
	sum := 0.0
	for _, x := range v {
		x /= unit
		sum += float64(x * x)
	}
	return math.Sqrt(sum)
}
