package onerun

import (
	"math"

	"github.com/extracteval/extracteval/internal/estimate"
)

// Values counts the values of a field in a unit: Right is 2TP and All is 2TP+FP+FN, so that F1 is Right/All.
type Values struct{ Field, Right, All int32 }

// contributions holds how much better or worse each unit is than all units, for units of unequal size.
//
// The contribution c of a unit to F1 is Σ (Right - F·All) over its fields, where F is the F1 of the field over all
// units: a unit is not worse because it has more of the values that are hard in every unit. The variance of c grows
// with the number of values of the unit, b = ΣAll: V = α·b + β·b². α is the part of values that are wrong
// independently, β the part of values that are wrong together. The moments of the contributions determine α and β. So
// the residual c/√V has the same variance for units of all sizes, and c/b, the change of F1 in the unit, has the weight
// b²/V.
type contributions struct {
	residuals, weights []float64 // c/√V, b/√V; 0 for a unit without values
	mistaken           []bool    // units with a value that is not right
	mean               float64   // the weighted mean of c/b, nearly 0
	variance           float64   // of the residuals
	weight, fourth     float64   // the sums of w² and of w⁴
	loss               float64   // the weighted mean of F: what a unit without a right value loses
}

// rounds is the number of times that newContributions computes the weights from the F1 of the fields, which in turn
// counts units by their weights.
const rounds = 3

// rounding is the relative error below which a sum counts as 0.
const rounding = 1e-12

// newContributions returns the contributions of units, without the values of the field without; -1 leaves out no field.
func newContributions(units [][]Values, fields, omitted int) *contributions {
	n := len(units)
	c := &contributions{residuals: make([]float64, n), weights: make([]float64, n), mistaken: make([]bool, n)}
	sums, sizes, counts, rights := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range counts {
		counts[i] = 1
	}
	var alpha, beta float64
	for range rounds {
		right, all := make([]float64, fields), make([]float64, fields)
		for i, unit := range units {
			for _, v := range unit {
				right[v.Field] += counts[i] * float64(v.Right)
				all[v.Field] += counts[i] * float64(v.All)
			}
		}
		for i, unit := range units {
			sums[i], sizes[i], rights[i] = 0, 0, 0
			for _, v := range unit {
				if int(v.Field) != omitted && all[v.Field] > 0 {
					sums[i] += float64(v.Right) - right[v.Field]/all[v.Field]*float64(v.All)
					sizes[i] += float64(v.All)
					rights[i] += float64(v.Right)
				}
			}
			if math.Abs(sums[i]) < rounding*sizes[i] {
				sums[i] = 0 // or units that are all alike would differ
			}
		}
		alpha, beta = varianceBySize(sums, sizes)
		for i, b := range sizes {
			counts[i] = 0
			if v := alpha*b + beta*b*b; v > 0 {
				counts[i] = b / v
			}
		}
	}
	total := 0.0
	for i, b := range sizes {
		if v := alpha*b + beta*b*b; v > 0 {
			c.residuals[i], c.weights[i] = sums[i]/math.Sqrt(v), b/math.Sqrt(v)
			c.weight += c.weights[i] * c.weights[i]
			c.fourth += c.weights[i] * c.weights[i] * c.weights[i] * c.weights[i]
			c.loss += c.weights[i] * c.weights[i] * (rights[i] - sums[i]) / b
			c.mistaken[i] = rights[i] < b
			total += c.weights[i] * c.residuals[i]
		}
	}
	if c.weight > 0 {
		c.mean = total / c.weight
		c.loss /= c.weight
	}
	c.setVariance()
	return c
}

func (c *contributions) setVariance() {
	var all estimate.Moments
	for i, r := range c.residuals {
		all.AddValue(r - c.mean*c.weights[i])
	}
	c.variance = all.Variance()
}

// weighEqually replaces each residual with its weighted distance from the mean, w·(residual - mean·w), and sets all
// weights to 1.
func (c *contributions) weighEqually() {
	total := 0.0
	for i, w := range c.weights {
		if w == 0 {
			continue
		}
		c.residuals[i] = w * (c.residuals[i] - c.mean*w)
		c.weights[i] = 1
		total += c.residuals[i]
	}
	if c.weight == 0 {
		return
	}
	c.weight = 0
	for _, w := range c.weights {
		c.weight += w
	}
	c.fourth = c.weight
	c.mean = total / c.weight
	c.setVariance()
}

// varianceBySize returns α and β, neither below 0, for which Σc² = Σ(α·b + β·b²) and Σc²/b = Σ(α + β·b).
func varianceBySize(sums, sizes []float64) (alpha, beta float64) {
	var n, b1, b2, c0, c1 float64
	for i, b := range sizes {
		if b > 0 {
			n++
			b1 += b
			b2 += b * b
			c0 += sums[i] * sums[i] / b
			c1 += sums[i] * sums[i]
		}
	}
	if n == 0 {
		return 0, 0
	}
	determinant := b1*b1 - n*b2 // 0 where all sizes are equal
	if -determinant > 1e-9*n*b2 {
		alpha, beta = (c1*b1-c0*b2)/determinant, (c0*b1-n*c1)/determinant
	}
	switch {
	case alpha > 0 && beta >= 0:
		return alpha, beta
	case alpha < 0:
		return 0, c0 / b1
	}
	return c0 / n, 0
}
