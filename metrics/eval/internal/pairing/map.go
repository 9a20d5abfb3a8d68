package pairing

import (
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/assign"
	"github.com/extracteval/extracteval/metrics/compare"
)

// maxKeyCells bounds the search for the nearest key: the product of the length of the key and the total length of all
// candidates, in bytes. A key of 20 bytes is compared with at most some 20,000 keys of 20 bytes.
const maxKeyCells = 1 << 23

// Keyed pairs the members of two objects whose keys are equal. With fold, members without partner whose keys are equal
// under [compare.Fold] are then paired, in their order. The nearest candidate of a member without partner is the member
// with the most similar key, if one is similar enough to be the key that was meant.
func Keyed(got, want *Sheet, fold bool) Paired {
	var result Paired
	partner := make([]int, want.Len()) // 0 for none, else the item of got from 1
	paired := make([]bool, got.Len())
	pair := func(key func(string) string) {
		left := make(map[string][]int)
		for i, k := range got.Keys {
			if !paired[i] {
				k = key(k)
				left[k] = append(left[k], i)
			}
		}
		for j, k := range want.Keys {
			if partner[j] > 0 {
				continue
			}
			if candidates := left[key(k)]; len(candidates) > 0 {
				partner[j], paired[candidates[0]], left[key(k)] = candidates[0]+1, true, candidates[1:]
			}
		}
	}
	pair(func(key string) string { return key })
	if fold {
		pair(compare.Fold)
	}
	taken := make([]bool, want.Len())
	for j, i := range partner {
		if taken[j] = i > 0; taken[j] {
			result.Pairs = append(result.Pairs, assign.Pair{Got: i - 1, Want: j, Similarity: 1})
		} else {
			result.UnmatchedWant = append(result.UnmatchedWant, j)
		}
	}
	for i := range paired {
		if !paired[i] {
			result.UnmatchedGot = append(result.UnmatchedGot, i)
		}
	}
	nearest := func(unmatched []int, sheet, among *Sheet, taken []bool, toWant bool) (all []Candidate) {
		bytes := 0
		for _, key := range among.Keys {
			bytes += len(key) + 1
		}
		for _, i := range unmatched[:min(len(unmatched), MaxNearest)] {
			if len(sheet.Keys[i]) > maxKeyCells/max(bytes, 1) {
				continue
			}
			k, similar, ok := words.NearestOf(sheet.Keys[i], among.Keys)
			if !ok {
				continue
			}
			c := Candidate{Got: i, Want: k, Similarity: similar, Taken: taken[k]}
			if toWant {
				c.Got, c.Want = k, i
			}
			all = append(all, c)
		}
		return all
	}
	result.NearestToWant = address(nearest(result.UnmatchedWant, want, got, paired, true), got, want)
	result.NearestToGot = address(nearest(result.UnmatchedGot, got, want, taken, false), got, want)
	return result
}
