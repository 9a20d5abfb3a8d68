package kind

import (
	"math"
	"strconv"
)

// PlacesApart says why two places cannot overlap, because of their pages or their units; "" if they can.
func PlacesApart(gotPage, wantPage int, gotRelative, wantRelative bool) string {
	switch {
	case gotPage != wantPage:
		return "got " + onPage(gotPage) + ", want " + onPage(wantPage)
	case gotRelative != wantRelative:
		return "got " + unitName(gotRelative) + ", want " + unitName(wantRelative)
	}
	return ""
}

func onPage(page int) string {
	if page == 0 {
		return "on no page"
	}
	return "on page " + strconv.Itoa(page)
}

func unitName(relative bool) string {
	if relative {
		return "in fractions of the page"
	}
	return "in absolute units"
}

// AppendNumber appends a finite number as encoding/json writes it.
func AppendNumber(dst []byte, f float64) []byte {
	format := byte('f')
	if size := math.Abs(f); size != 0 && (size < 1e-6 || size >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(dst, f, format, -1, 64)
}
