package assign

// InOrder pairs the items with equal indices, however similar they are; the rest of the longer list is unmatched. Only
// the similarities of these pairs are read. Of the other fields only EqualIsOne has an effect: a pair of equal contents
// has similarity 1.
//
// An error names the pair whose similarity is not from 0 to 1, or the field of the problem that is wrong.
func InOrder(p Problem) (Result, error) {
	var s solver
	if err := s.beginByIndex(&p); err != nil {
		return Result{}, err
	}
	for i := range min(p.Got, p.Want) {
		s.connect(i, i)
	}
	return s.result(&p, false)
}
