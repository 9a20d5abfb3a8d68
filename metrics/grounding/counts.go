package grounding

// Counts holds how many claims reached which step. It is a commutative monoid
// under [Counts.Plus] with the zero value as its neutral element, and all its
// numbers are integers: merging in any order and grouping gives the same value.
//
// Gradeable ≥ Value ≥ Page ≥ Box. The JSON form has these four, and the others
// when they are not zero.
type Counts struct {
	Gradeable int `json:"gradeable"` // claims that the truth locates and that were judged
	Value     int `json:"value"`     // of these: value right
	Page      int `json:"page"`      // of these: page right, too
	Box       int `json:"box"`       // of these: box right, too

	NotLocated int `json:"not_located,omitzero"` // claims that the truth does not locate
	Errored    int `json:"errored,omitzero"`     // claims whose value could not be judged
}

// addGrade counts one claim.
func (c *Counts) addGrade(grade string) {
	switch grade {
	case notLocated:
		c.NotLocated++
		return
	case errored:
		c.Errored++
		return
	}
	c.Gradeable++
	switch grade {
	case boxRight:
		c.Box++
		fallthrough
	case pageRight:
		c.Page++
		fallthrough
	case valueRight:
		c.Value++
	}
}

// Plus returns the sum of c and d.
func (c Counts) Plus(d Counts) Counts {
	return Counts{
		Gradeable:  c.Gradeable + d.Gradeable,
		Value:      c.Value + d.Value,
		Page:       c.Page + d.Page,
		Box:        c.Box + d.Box,
		NotLocated: c.NotLocated + d.NotLocated,
		Errored:    c.Errored + d.Errored,
	}
}

// ValueRate returns the share of the gradeable claims whose value is right, in
// [0,1]. Undefined without gradeable claims.
func (c Counts) ValueRate() (float64, bool) { return ratio(c.Value, c.Gradeable) }

// PageRate returns the share of the gradeable claims whose value and page are
// right, in [0,1]; at most [Counts.ValueRate]. Undefined without gradeable claims.
func (c Counts) PageRate() (float64, bool) { return ratio(c.Page, c.Gradeable) }

// BoxRate returns the share of the gradeable claims whose value, page and box are
// right: the grounded ones, in [0,1]; at most [Counts.PageRate]. Undefined without
// gradeable claims.
func (c Counts) BoxRate() (float64, bool) { return ratio(c.Box, c.Gradeable) }

func ratio(part, whole int) (float64, bool) {
	if whole == 0 {
		return 0, false
	}
	return float64(part) / float64(whole), true
}

// The grades of a [Finding]. A claim with pageRight also has the right value; a claim with boxRight also has the right value
// and page.
const (
	notLocated = "not_located"
	errored    = "errored"
	valueWrong = "value_wrong"
	valueRight = "value_right"
	pageRight  = "page_right"
	boxRight   = "box_right"
)
