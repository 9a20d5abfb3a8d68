package geometry

import (
	"fmt"
	"math"
)

// Format says how the four numbers of a box are written: "xyxy" is left, top, right, bottom, and "xywh" is left, top, width,
// height. It is stated by the user and never guessed from the numbers: [10,10,30,30] is a valid box either way.
type Format string

const (
	xyxy Format = "xyxy"
	xywh Format = "xywh"
)

// FormatError is a box, polygon or rotated box whose numbers describe no such shape. Its text starts with
// "Invalid bounding box format".
type FormatError struct {
	Reason string // the problem, with the numbers
}

func (e *FormatError) Error() string { return "Invalid bounding box format: " + e.Reason }

func formatErrorf(format string, args ...any) error {
	return &FormatError{Reason: fmt.Sprintf(format, args...)}
}

func finite(x float64) bool { return math.Abs(x) <= math.MaxFloat64 }

// bounded keeps an area or distance inside the range that JSON can write.
func bounded(x float64) float64 { return min(x, math.MaxFloat64) }
