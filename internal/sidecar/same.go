package sidecar

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/metrics/document"
)

const (
	// leastSame is the share of the different 3-word runs of two texts that both must have if their truths say that
	// they are one document. Two readings of one scan of which 3 in 100 words differ share .84.
	leastSame = 0.75
	// mostAlike is how many truths may be equal in all values and still say that their documents are one: more are
	// truths such as {"type": "invoice"}, which say little.
	mostAlike = 16
)

// sameTruths looks for documents whose truths say that they are one: two readings of one scan differ in so many words
// that their texts alone are not near copies.
//
// The truths say so if they are equal in all values, or in a value that tells documents apart: a value of a field, outside
// of lists, whose value a document shares with at most one other on average. A number of an invoice is one; the name of a
// vendor is one only where most vendors have one document or two.
type sameTruths struct {
	fields map[string]map[string][]int // cases by field and value
	names  []string                    // of the fields, in the order in which they occur
	whole  map[uint64][]int            // cases by all values
	order  []uint64                    // of the keys of whole
}

// addTruth adds the truth of case i.
func (s *sameTruths) addTruth(i int, truth document.Value) {
	if s.fields == nil {
		s.fields, s.whole = map[string]map[string][]int{}, map[uint64][]int{}
	}
	stated := dataset.StatedValues(truth)
	for _, text := range stated {
		field, value, _ := strings.Cut(text, "=")
		if strings.Contains(field, "[]") {
			continue
		}
		values := s.fields[field]
		if values == nil {
			values = map[string][]int{}
			s.fields[field], s.names = values, append(s.names, field)
		}
		values[value] = append(values[value], i)
	}
	if len(stated) == 0 {
		return
	}
	slices.Sort(stated)
	all := number("values", strings.Join(stated, "\n"))
	if s.whole[all] == nil {
		s.order = append(s.order, all)
	}
	s.whole[all] = append(s.whole[all], i)
}

// groups calls use with the cases whose truths say that they are one document, and with the field that says so, "" for
// all values.
func (s *sameTruths) groups(use func(field string, cases []int)) {
	for _, all := range s.order {
		if cases := s.whole[all]; len(cases) > 1 && len(cases) <= mostAlike {
			use("", cases)
		}
	}
	for _, field := range s.names {
		documents, others := 0, 0
		var groups [][]int
		for _, cases := range s.fields[field] {
			documents += len(cases)
			others += len(cases) * (len(cases) - 1)
			if len(cases) > 1 {
				groups = append(groups, cases)
			}
		}
		if others > documents {
			continue
		}
		slices.SortFunc(groups, func(a, b []int) int { return cmp.Compare(a[0], b[0]) })
		for _, cases := range groups {
			use(strings.TrimPrefix(field, "."), cases)
		}
	}
}

// equalTruths returns the links between cases whose truths say that they are one document, and whose texts do not contradict.
// more says that not all pairs were compared.
func (d *Splitter) equalTruths() (all []link, more bool) {
	var groups [][]string
	reasons := map[[2]string]string{} // by the names of a pair
	d.truths.groups(func(field string, cases []int) {
		names := make([]string, len(cases))
		for i, n := range cases {
			names[i] = strconv.Itoa(n)
		}
		groups = append(groups, names)
		reason := "all values of their truths"
		if field != "" {
			reason = field
		}
		for i, a := range names {
			for _, b := range names[i+1:] {
				if key := [2]string{a, b}; reasons[key] == "" {
					reasons[key] = reason
				}
			}
		}
	})
	more = d.finder.Among(groups, leastSame, func(c dataset.NearCopy) {
		reason := fmt.Sprintf("they are one document: %d %% of their 3-word runs are equal, and so is %s", int(c.Equal*100), reasons[[2]string{c.A, c.B}])
		all = append(all, linkOf(c, strings.Replace(reason, "so is all", "so are all", 1))...)
	})
	return all, more
}

// linkOf returns the link between two near copies, whose names are the numbers of cases.
func linkOf(c dataset.NearCopy, reason string) []link {
	a, errA := strconv.Atoi(c.A)
	b, errB := strconv.Atoi(c.B)
	if cmp.Or(errA, errB) != nil {
		return nil
	}
	return []link{{a, b, reason}}
}
