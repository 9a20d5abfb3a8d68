package assign

// InOrder pairs the items with equal indices, however similar they are; the rest of the longer list is unmatched.
// Similarity is called for the pairs only, and of the other fields none is used.
//
// An error is a [*ValueError] or says which field of the problem is wrong.
func InOrder(p Problem) (Result, error) {
	var s Solver
	if err := s.beginByIndex(&p); err != nil {
		return Result{}, err
	}
	for i := range min(p.Got, p.Want) {
		s.link(i, i)
	}
	return s.result(&p, false)
}
