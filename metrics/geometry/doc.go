// Package geometry measures where things stand on a page: axis-aligned boxes, rotated boxes, polygons and points.
//
// [Box] is the hot path: intersection over union (IoU) in closed form. [RotatedBox] and convex quadrilaterals are clipped
// against each other; every other [Polygon] (concave, with holes, self-crossing) is measured exactly by a sweep under the
// even-odd rule. [Measure] takes any two of them. [Distance] compares points of any dimension. [Match] pairs two lists of
// boxes and counts the pairs.
//
// The x axis points right and the y axis down, as on a page; only the words left, top and clockwise depend on it.
// Shapes on different pages never overlap. No area, distance or ratio is NaN or infinite: areas and distances that
// exceed the range of float64 are [math.MaxFloat64], and ratios stay right where areas do not fit, because coordinates
// are scaled first.
//
// Neighbours: metrics/detection computes the COCO and Pascal VOC numbers over ranked boxes, metrics/assign finds the
// pairs that Match asks for.
package geometry
