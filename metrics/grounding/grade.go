package grounding

// The grades of a [Finding], each with the steps before it from valueWrong on.
const (
	notLocated = "not_located"
	errored    = "errored"
	valueWrong = "value_wrong"
	valueRight = "value_right"
	pageRight  = "page_right"
	boxRight   = "box_right"
)
