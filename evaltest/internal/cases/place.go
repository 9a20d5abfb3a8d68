package cases

import "strconv"

// Place is the position of a case: a line of a file, an element of a slice.
type Place struct {
	file string
	n    int // from 1
}

func (p Place) String() string {
	switch {
	case p.file == "":
		return "case " + strconv.Itoa(p.n)
	case p.n == 0:
		return p.file
	}
	return p.file + ":" + strconv.Itoa(p.n)
}
