package assign

// InOrder pairs the items with equal indices, however similar they are; the rest of the longer list is unmatched.
// Similarity is called for the pairs only, and of the other fields none is used.
//
// An error is a [*ValueError] or says which field of the problem is wrong.
func InOrder(p Problem) (Result, error) {
	if err := p.validate(); err != nil {
		return Result{}, err
	}
	var r Result
	for i := range min(p.Got, p.Want) {
		pair, err := p.pair(i, i)
		if err != nil {
			return Result{}, err
		}
		r.Pairs = append(r.Pairs, pair)
	}
	r.unmatched(p.Got, p.Want)
	return r, nil
}
