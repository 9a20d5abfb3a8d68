package sidecar

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/dataset"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// PartCase is one case of a data set: its id, and the facts that decide its part.
type PartCase struct {
	ID    string
	Where string // FILE:LINE
	Tags  map[string]string
	Truth document.Value // missing where the case has none
	Input []byte         // the bytes in its file, nil if unknown
	// Text is the text of the document. Default: the string under the key "text" of the input, or the input itself, if that
	// is text.
	Text string
}

// fullText returns the text of the document, "" if unknown.
func (c *PartCase) fullText() string {
	if c.Text != "" {
		return c.Text
	}
	input, err := document.Parse(c.Input)
	text := string(c.Input)
	switch {
	case err != nil:
	case input.Kind() == document.Object && input.Member("text").Kind() == document.String:
		return input.Member("text").Text()
	default:
		text = input.Text()
	}
	if !source.IsText(text) {
		return ""
	}
	return text
}

// Splitter are the cases of a data set.
type Splitter struct {
	head   PartsHead
	cases  []known
	index  map[string]int // id -> index in cases
	finder dataset.CopyFinder
	truths sameTruths
	names  map[string]bool // the tags of the cases and the keys of their truths

	keys, class values
	joins       *joins // of the cases so far, nil until joined computes them
}

// known holds a case without its texts.
type known struct {
	id, location string
	input, text  uint64 // hashes, 0 if unknown
	name         string // the name that the case gives its group if it has no value of By
}

// values holds the values of the cases under a tag and under a key of their truths.
type values struct {
	key              string
	ofTags, ofTruths []string // by case
	tagged, found    bool
}

func (v *values) addCase(c *PartCase) {
	tag := c.Tags[v.key]
	field := c.Truth.Get(v.key)
	text := ""
	if !field.Empty() {
		text = string(field.AppendCanonical(nil))
		if field.Kind() == document.String {
			text = field.Text()
		}
	}
	v.ofTags, v.ofTruths = append(v.ofTags, tag), append(v.ofTruths, text)
	v.tagged = v.tagged || tag != ""
	v.found = v.found || tag != "" || text != ""
}

// valueOf returns the value of a case, "" for none. If any case has the tag, only tags count.
func (v *values) valueOf(i int) string {
	switch {
	case v.key == "":
		return ""
	case v.tagged:
		return v.ofTags[i]
	}
	return v.ofTruths[i]
}

// missing returns the error for a key that every case lacks.
func (v *values) missing(subject string, names map[string]bool) error {
	if v.key == "" || v.found {
		return nil
	}
	return fmt.Errorf("%s: no case has the tag %q, nor its truth such a key%s", subject, v.key, words.Hint(v.key, slices.Sorted(maps.Keys(names))))
}

// NewSplitter returns a Splitter without cases. The head says how it groups and classifies cases.
func NewSplitter(head PartsHead) *Splitter {
	return &Splitter{head: head, index: map[string]int{}, names: map[string]bool{}, keys: values{key: head.By}, class: values{key: head.Stratify}}
}

// Add adds a case. It returns an error if an earlier case has the same id.
func (d *Splitter) Add(c PartCase) error {
	if i, twice := d.index[c.ID]; twice {
		return fmt.Errorf("%s: the id %q appears twice, first at %s", c.Where, c.ID, d.cases[i].location)
	}
	d.index[c.ID], d.joins = len(d.cases), nil
	k := known{id: c.ID, location: c.Where, name: "id " + c.ID}
	if text := c.fullText(); text != "" {
		k.text = number("text", text)
		k.name = fmt.Sprintf("text %016x", k.text)
		// The name is the number of the case, so that pairs come in the order of the cases.
		d.finder.Add(strconv.Itoa(len(d.cases)), source.New(text).Source(), dataset.StatedValues(c.Truth))
		d.truths.addTruth(len(d.cases), c.Truth)
	}
	if !source.IsEmpty(c.Input) {
		k.input = number("input", string(c.Input))
		k.name = fmt.Sprintf("input %016x", k.input)
	}
	d.cases = append(d.cases, k)
	d.keys.addCase(&c)
	d.class.addCase(&c)
	for tag := range c.Tags {
		d.names[tag] = true
	}
	for key := range c.Truth.Members() {
		d.names[key] = true
	}
	return nil
}

// nameOf returns the name that a case gives its group.
func (d *Splitter) nameOf(i int) string {
	if value := d.keys.valueOf(i); value != "" {
		return d.keys.key + "=" + value
	}
	return d.cases[i].name
}

// link joins two cases.
type link struct {
	a, b   int
	reason string
}

// joins holds the groups of the cases, and the links that make them. more says that the search may have overlooked near
// copies, because there are many texts.
type joins struct {
	links  []link
	groups []group
	more   bool
}

// joined returns the groups of the cases. It computes them once, since the search for near copies takes time.
func (d *Splitter) joined() *joins {
	if d.joins == nil {
		links, more := d.links()
		d.joins = &joins{links, d.groups(links), more}
	}
	return d.joins
}

// links returns the links between cases, and whether the search may have overlooked near copies, because there are many
// texts.
func (d *Splitter) links() (all []link, more bool) {
	first := map[string]int{}
	join := func(i int, key, reason string) {
		if n, found := first[key]; found {
			all = append(all, link{n, i, reason})
		} else {
			first[key] = i
		}
	}
	for i, c := range d.cases {
		if value := d.keys.valueOf(i); value != "" {
			name := d.keys.key + "=" + value
			join(i, "by "+name, "both are of "+name)
		}
		if c.input != 0 {
			join(i, fmt.Sprintf("input %x", c.input), "they have one input")
		}
		if c.text != 0 {
			join(i, fmt.Sprintf("text %x", c.text), "they have one text")
		}
	}
	more = d.finder.Each(func(c dataset.NearCopy) {
		all = append(all, linkOf(c, fmt.Sprintf("they are near copies, %d %% of their 3-word runs are equal", int(c.Equal*100)))...)
	})
	same, moreSame := d.equalTruths()
	return append(all, same...), more || moreSame
}

// group is a list of cases that belong in one part.
type group struct {
	name  string
	cases []int
}

// groups returns the groups in the order of their first cases.
func (d *Splitter) groups(links []link) []group {
	root := arithmetic.Indices(len(d.cases))
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	for _, l := range links {
		a, b := find(l.a), find(l.b)
		root[max(a, b)] = min(a, b)
	}
	var all []group
	index := map[int]int{}
	for i := range d.cases {
		r, name := find(i), d.nameOf(i)
		n, found := index[r]
		if !found {
			n = len(all)
			index[r] = n
			all = append(all, group{name: name})
		}
		all[n].name = min(all[n].name, name)
		all[n].cases = append(all[n].cases, i)
	}
	return all
}

const (
	// leastSame is the share of the different 3-word runs of two texts that both must have if their truths say that
	// they are one document. Two readings of one scan of which 3 in 100 words differ share .84.
	leastSame = 0.75
	// mostAlike is the most truths that may be equal in all values and still say that their documents are one. If more
	// are equal, they are such as {"type": "invoice"} and say little.
	mostAlike = 16
)

// sameTruths finds cases whose truths say that they are one document. Two readings of one scan differ in so many words
// that their texts alone are not near copies.
//
// The truths say so if they are equal in all values, or in a value that tells documents apart. A field outside of lists
// has such values if a document shares its value with at most one other on average. The number of an invoice is such a
// value. The name of a vendor is one only if most vendors have one or two documents.
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

// groups calls use for each group of cases whose truths say that they are one document. field is the field that says
// so, "" for all values.
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
		names := arithmetic.Each(cases, strconv.Itoa)
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
