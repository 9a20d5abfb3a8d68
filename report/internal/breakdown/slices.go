package breakdown

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/estimate"
	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/stats"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/summarize"
)

// Slicer adds up cases by tag. The zero value is ready to use. Of several trials it uses the first: further trials add
// no documents.
type Slicer struct {
	// Policy says how wrong values count in F1.
	Policy metrics.Policy
	// MinCases is how many cases a slice must have to be listed. Default 10.
	MinCases int
	// Cluster is the tag whose values join cases, see [report.Dataset].
	Cluster string
	// Mistakes, if given, tells which lists end early. The caller adds the same cases to it.
	Mistakes *Mistakes

	documents documents
	all       metrics.Counts
	slices    map[tag]*sums
	dropped   int
	compared  compared
}

// Slice is the cases that have one value of one tag, or for which a condition holds.
type Slice struct {
	Tag   string `json:"tag,omitzero"`
	Value string `json:"value,omitzero"`
	// Condition is the condition of a computed slice, "rows of lines>=40", which has no Tag. Only computed slices that
	// are worse than the rest are listed, see [PatternSlice], and only if all cases were compared.
	Condition string `json:"condition,omitzero"`

	Cases  int            `json:"cases"`
	Counts metrics.Counts `json:"counts"`
	// F1 is of the summed counts (micro), with an interval over documents.
	F1 report.Estimate `json:"f1,omitzero"`
	// PassRate is the share of the judged cases that pass, with Wilson's interval.
	PassRate report.Estimate `json:"pass_rate,omitzero"`
	// Usage is the spending of the cases, nil if no case reports any.
	Usage *usage.Spending `json:"usage,omitzero"`
	// Below says that F1 is below F1 of all cases by more than chance. Chance puts any slice as low in at most one
	// report of twenty, see [onerun.WorseSlices]. The interval of F1 is then also below F1 of all cases, unless the
	// interval is approximate.
	Below bool `json:"below,omitzero"`
}

// Slices are the results of a Slicer.
type Slices struct {
	// Patterns are the slices of tags and of computed traits that are worse than the rest, the worst first.
	Patterns []Pattern `json:"patterns,omitzero"`
	// Slices are sorted by F1, the lowest first. A slice whose F1 is undefined counts as 0 if anything in it is wrong,
	// and comes last if nothing is.
	Slices []Slice `json:"slices,omitzero"`
	// Small is how many slices have fewer than MinCases cases. Uncounted is how often a case had a value of a tag that
	// was left out because there were 500 others.
	Small     int `json:"small,omitzero"`
	Uncounted int `json:"uncounted,omitzero"`
	MinCases  int `json:"min_cases"`
}

const (
	defaultMinCases = 10
	maxSlices       = 500 // values of tags; the cases of later values are in no slice
	sliceResamples  = 1000
)

type tag struct{ name, value string }

type sums struct {
	cases, judged, passed int // judged by the truth or an invariant
	counts                metrics.Counts
	took                  summarize.Spending
	documents             []document   // while the slice has too few for an interval
	resamples             *traits.Sums // nil until then
}

type document struct {
	unit   traits.Unit
	counts [3]int
}

// Add adds a case with the classes of its fields, as [Classes] returns them. It ignores skipped cases, and all trials
// but the first.
func (s *Slicer) Add(c *report.Case, classes []source.Class) {
	if c.Trial > 1 || c.Status == report.Skipped {
		return
	}
	var counts metrics.Counts
	for _, row := range c.Counts {
		if !row.Items {
			counts = counts.Plus(row.Counts)
		}
	}
	s.all = s.all.Plus(counts)
	unit := s.documents.unitOf(c, s.Cluster)
	facts := comparedCase{unit: unit, counts: counts, judged: !c.Unjudged(), passed: c.Passes()}
	for name, value := range c.Tags { // sums do not depend on the order
		if sums := s.slice(tag{name, value}); sums != nil {
			sums.took.Add(c)
			sums.addCase(&facts, c.Unlabelled, s)
		}
	}
	if !c.Unlabelled {
		s.compared.addCase(c, classes, facts, s)
	}
}

func (s *Slicer) minCases() int { return cmp.Or(s.MinCases, defaultMinCases) }

func (s *Slicer) slice(t tag) *sums {
	if found, ok := s.slices[t]; ok {
		return found
	}
	if len(s.slices) >= maxSlices {
		s.dropped++
		return nil
	}
	return arithmetic.Entry(&s.slices, t)
}

// addCase adds a case. It keeps the documents themselves until the slice has enough cases to be listed: if a tag has many
// values, most are too rare to pay for resamples.
func (s *sums) addCase(facts *comparedCase, unlabelled bool, o *Slicer) {
	s.cases++
	s.counts = s.counts.Plus(facts.counts)
	if facts.judged {
		s.judged++
	}
	if facts.passed {
		s.passed++
	}
	if unlabelled {
		return
	}
	confusion := facts.counts.Confusion(o.Policy)
	d := document{facts.unit, [3]int{confusion.TP, confusion.FP, confusion.FN}}
	if s.resamples == nil {
		s.documents = append(s.documents, d)
		if len(s.documents) < o.minCases() {
			return
		}
		s.resamples, _ = traits.NewSums(stats.Bootstrap{Resamples: sliceResamples}, len(d.counts)) // the settings are valid
		for _, d := range s.documents {
			s.resamples.Add(d.unit, d.counts[:])
		}
		s.documents = nil
		return
	}
	s.resamples.Add(d.unit, d.counts[:])
}

// interval returns the interval of a ratio and the number of documents behind it, undefined if too few cases have a
// truth.
func (s *sums) interval(ratio estimate.Ratio, copied bool) (stats.Interval, float64, bool) {
	if s.resamples == nil {
		return stats.Interval{}, 0, false
	}
	return ratio.Interval(s.resamples.Joined(copied))
}

// maxChance is the greatest p-value with which a slice is called below. It is less than the promised 5 %: of simulated
// reports without a worse slice, 5.4 % have a p-value below 0.05, see TestNoSliceIsBelowByChance.
const maxChance = 0.04

// Slices returns the results over the added cases.
func (s *Slicer) Slices() Slices {
	result := Slices{MinCases: s.minCases(), Uncounted: s.dropped}
	found, all := s.findSlices(), s.allCases()
	result.Patterns = found.patterns()
	p := found.tagWeights()
	for _, t := range slices.SortedFunc(maps.Keys(s.slices), compareTags) {
		if sums := s.slices[t]; sums.cases >= result.MinCases {
			value, ok := p[t]
			result.Slices = append(result.Slices, all.complete(Slice{Tag: t.name, Value: t.value}, sums, ok && value <= maxChance))
		} else {
			result.Small++
		}
	}
	for condition, sums := range found.computed(s) {
		if sums.cases >= result.MinCases {
			result.Slices = append(result.Slices, all.complete(Slice{Condition: condition}, sums, true))
		}
	}
	slices.SortStableFunc(result.Slices, func(a, b Slice) int {
		return cmp.Or(compareUndefinedLast(s.inMean(a), s.inMean(b)), cmp.Compare(b.Cases, a.Cases))
	})
	return result
}

// allCases has the numbers of all cases, with which a slice is compared.
type allCases struct {
	policy    metrics.Policy
	copied    bool           // equal truths are one document
	effective float64        // see [traits.UnitCount]
	ratio     estimate.Ratio // F1 of a slice
	f1        report.Ratio   // of all cases
}

func (s *Slicer) allCases() allCases {
	copied := s.documents.copied()
	units := s.documents.census.Count(copied)
	all := allCases{policy: s.Policy, copied: copied, effective: units.Effective(), ratio: sliceF1, f1: report.RatioOf(s.all.Confusion(s.Policy).F1())}
	if s.Cluster == "" {
		all.ratio.Units.Different = units.Different()
	}
	return all
}

// complete sets the numbers of a slice from its sums. worse says that chance seldom makes any slice as bad.
func (all *allCases) complete(slice Slice, sums *sums, worse bool) Slice {
	slice.Cases, slice.Counts, slice.Usage = sums.cases, sums.counts, sums.took.Sum()
	confusion := sums.counts.Confusion(all.policy)
	slice.F1.Value = report.RatioOf(confusion.F1())
	if interval, documents, ok := sums.interval(all.ratio, all.copied); ok {
		if slice.F1.Value.Defined {
			slice.F1.Low, slice.F1.High = report.RatioOf(interval.Low, true), report.RatioOf(interval.High, true)
			slice.F1.Approximate = documents < estimate.FewDocuments
		}
		own, _ := metrics.InMean(metrics.Confusion.F1, confusion, false)
		slice.Below = worse && all.f1.Defined && (interval.High < all.f1.Value || documents < estimate.FewDocuments && own < all.f1.Value)
	}
	slice.PassRate.Value = report.RatioOf(float64(sums.passed)/float64(max(sums.judged, 1)), sums.judged > 0)
	if interval, ok := stats.Wilson(slice.PassRate.Value.Value, float64(sums.judged)*all.effective, estimate.DefaultLevel); ok && sums.judged > 0 {
		slice.PassRate.Low, slice.PassRate.High = report.RatioOf(interval.Low, true), report.RatioOf(interval.High, true)
	}
	return slice
}

// sliceF1 is F1 of the counts of documents.
var sliceF1 = estimate.Ratio{
	Score: microF1,
	Right: func(sums []int64) int64 { return sums[0] },
	Wrong: func(sums []int64) int64 { return sums[1] + sums[2] },
}

// Usage returns the spending of the first slices as a table. A column is one of the [usage.Metrics] that has a Brief
// name and that any of these slices reports. rows has a row of texts for each slice, "" for a metric that the slice
// does not report.
func (s *Slices) Usage(first int) (columns []string, rows [][]string) {
	shown := s.Slices[:min(len(s.Slices), first)]
	rows = make([][]string, len(shown))
	for _, m := range usage.Metrics() {
		if m.Brief == "" || !slices.ContainsFunc(shown, func(s Slice) bool { return m.Text(s.Usage) != "" }) {
			continue
		}
		columns = append(columns, m.Brief)
		for i := range rows {
			rows[i] = append(rows[i], m.Text(shown[i].Usage))
		}
	}
	return columns, rows
}

// Approximate reports whether the interval of F1 of any of the first slices is approximate.
func (s *Slices) Approximate(first int) bool {
	return slices.ContainsFunc(s.Slices[:min(len(s.Slices), first)], func(s Slice) bool { return s.F1.Approximate })
}

// belowNote explains [Slice].Below. Reports print it if a slice is below.
const belowNote = "Below all cases: in at most one report of twenty does chance put any slice as low."

// AnyBelow reports whether any of the first slices is below all cases.
func (s *Slices) AnyBelow(first int) bool {
	return slices.ContainsFunc(s.Slices[:min(len(s.Slices), first)], func(s Slice) bool { return s.Below })
}

// Name returns "vendor: acme", or the condition of a computed slice.
func (s *Slice) Name() string {
	return cmp.Or(s.Condition, s.Tag+": "+s.Value)
}

// microF1 is F1. As in averages, it is 0 if nothing is right and anything is wrong.
func microF1(sums []int64) (float64, bool) {
	return metrics.InMean(metrics.Confusion.F1, metrics.Confusion{TP: int(sums[0]), FP: int(sums[1]), FN: int(sums[2])}, false)
}

func (s *Slicer) inMean(slice Slice) report.Ratio {
	return report.RatioOf(metrics.InMean(metrics.Confusion.F1, slice.Counts.Confusion(s.Policy), false))
}

func compareTags(a, b tag) int {
	return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.value, b.value))
}

func compareUndefinedLast(a, b report.Ratio) int {
	key := func(r report.Ratio) float64 {
		if r.Defined {
			return r.Value
		}
		return math.Inf(1)
	}
	return cmp.Compare(key(a), key(b))
}

// documents tells which cases belong to one document, or to one cluster by a tag. Such cases are one unit in every
// interval, threshold and comparison of slices. Whether cases with equal truths are one document is known only after
// all cases are added.
type documents struct {
	census  traits.Census     // of the units
	apart   traits.Census     // of the documents, whichever cases a tag joins
	joined  map[uint64]uint64 // for cases that only an equal truth may join: the Key of their unit, by its Alone
	leaders traits.Leaders    // nil if there are more than traits.MostHeld: then the hashes order the units
	crowded bool
}

// unitOf adds a case and returns its unit. tag is the tag that joins cases, "" for none.
func (d *documents) unitOf(c *report.Case, tag string) traits.Unit {
	u, document := traits.Units(c, tag)
	d.census.Add(c, u)
	d.apart.Add(c, document)
	if u.Open() && !d.census.Decided() {
		arithmetic.Map(&d.joined)[u.Alone] = u.Key
	}
	if u.Key != u.Name && !d.crowded {
		if d.leaders == nil {
			d.leaders = traits.Leaders{}
		}
		d.leaders.Add(u.Key, u.Name)
		if len(d.leaders) > traits.MostHeld {
			d.leaders, d.crowded = nil, true
		}
	}
	return u
}

// copied reports whether equal truths are one document. The documents of all cases decide, as in a summary, whichever of
// them a tag joins.
func (d *documents) copied() bool { return d.apart.Decide() }

// joinedUnit returns a function from the Alone of a case's unit to the number of its unit among all cases. Call it when all
// cases are added.
func (d *documents) joinedUnit() func(alone uint64) uint64 {
	copied := d.copied()
	return func(alone uint64) uint64 {
		key, found := d.joined[alone]
		if !found || !copied {
			key = alone
		}
		return d.leaders.Of(key)
	}
}
