package summarize

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report"
)

// taken adds up the spending of cases. Its state depends only on which cases were added, not on their order or
// grouping, so that merged shards have the numbers of one run.
type taken struct {
	amounts  map[usage.Quantity]*amounts
	spending usage.Spending // its counts
	spent    bool           // a case says its use, was retried or timed out, or has an earlier run's answer
	answered int            // cases that should say their use, see usage.Amount.Silent
}

// add adds a case that was asked for.
func (u *taken) addCase(c *report.Case) {
	if c.Replayed {
		u.spending.Replayed++
	}
	if c.Taken != "" {
		u.spending.Taken++
		u.spent = true
	}
	if c.Retries > 0 {
		u.spending.Retried++
		u.spending.Retries += c.Retries
	}
	if c.TimedOut {
		u.spending.TimedOut++
	}
	u.spent = u.spent || c.Retries > 0 || c.TimedOut
	if c.Duration > 0 && !c.Replayed && (c.Status == report.OK || c.TimedOut) {
		u.amount(usage.Latency, c.Duration.Seconds(), false)
	}
	_, stated := c.Cost[usage.StatedLatency]
	u.spent = u.spent || stated
	tokens, says, saysTokens := 0.0, false, false
	answered := c.Status == report.OK
	if len(c.Cost) > 0 {
		for _, q := range usage.Quantities() {
			v, ok := c.Cost[q.Unit()]
			if !ok || q.Unit() == "" || !(v >= 0) {
				continue
			}
			says = true
			u.amount(q, v, answered)
			if q == usage.InputTokens || q == usage.OutputTokens {
				tokens, saysTokens = tokens+v, true
			}
		}
	}
	if saysTokens {
		u.amount(usage.Tokens, tokens, answered)
	}
	u.spent = u.spent || says
	if answered && (says || !c.Replayed) {
		u.answered++
	}
}

// amount adds the value of a case. answered says that the case counts as answered.
func (u *taken) amount(q usage.Quantity, v float64, answered bool) {
	a := u.amountsOf(q)
	a.addValue(min(v, mostAmount))
	if answered {
		a.answered++
	}
}

// amountsOf returns the amounts of a quantity.
func (u *taken) amountsOf(q usage.Quantity) *amounts {
	if u.amounts == nil {
		u.amounts = map[usage.Quantity]*amounts{}
	}
	if u.amounts[q] == nil {
		u.amounts[q] = &amounts{}
	}
	return u.amounts[q]
}

func (u *taken) merge(o *taken) {
	u.spent = u.spent || o.spent
	u.answered += o.answered
	u.spending.Replayed += o.spending.Replayed
	u.spending.Taken += o.spending.Taken
	u.spending.Retried += o.spending.Retried
	u.spending.Retries += o.spending.Retries
	u.spending.TimedOut += o.spending.TimedOut
	for q, theirs := range o.amounts {
		u.amountsOf(q).merge(theirs)
	}
}

// summary returns the totals, nil if the spending is neither asked for nor known.
func (u *taken) summary(asked bool) *usage.Spending {
	if !u.spent && !asked {
		return nil
	}
	s := u.spending
	for _, q := range usage.Quantities() {
		a := u.amounts[q]
		if a == nil {
			continue
		}
		total := a.total()
		mean, _ := new(big.Rat).Quo(total, new(big.Rat).SetInt64(int64(a.n))).Float64()
		sum, _ := total.Float64()
		amount := usage.Amount{Quantity: q, Cases: a.n, Total: sum, Mean: mean, P50: a.quantile(50), P95: a.quantile(95)}
		if q == usage.Cost || q == usage.Tokens || q == usage.Calls {
			amount.Silent = u.answered - a.answered
		}
		s.Amounts = append(s.Amounts, amount)
	}
	return &s
}

const (
	mostAmount = 1e15 // of one case: a greater amount counts as this
	decimals   = 1e12 // sums are of whole multiples of 1/decimals
	mostExact  = 4096 // values that are kept as they are
	dropped    = 44   // bits of a float64 that a bucket drops: 8 of the fraction stay
)

// amounts holds values from 0 to mostAmount: their sum, and their distribution as they
// are, or, when there are too many, in buckets which are as wide as 1/256 of the power
// of two below them. The middle of a bucket is off by at most 1/512 of any value in it.
type amounts struct {
	n        int
	answered int // of the answered cases
	wide         // sum
	exact    []float64
	buckets  map[uint64]int
}

func (a *amounts) addValue(v float64) {
	whole, fraction := math.Modf(v)
	hi, lo := bits.Mul64(uint64(whole), decimals)
	lo, carry := bits.Add64(lo, uint64(math.Round(fraction*decimals)), 0)
	a.plus(wide{hi + carry, lo})
	a.n++
	if a.buckets == nil && len(a.exact) < mostExact {
		a.exact = append(a.exact, v)
		return
	}
	a.spill()
	a.buckets[bucket(v)]++
}

// spill moves the kept values into buckets.
func (a *amounts) spill() {
	if a.buckets == nil {
		a.buckets = map[uint64]int{}
	}
	for _, v := range a.exact {
		a.buckets[bucket(v)]++
	}
	a.exact = nil
}

func (a *amounts) merge(o *amounts) {
	a.n += o.n
	a.answered += o.answered
	a.plus(o.wide)
	if a.n <= mostExact {
		a.exact = append(a.exact, o.exact...)
		return
	}
	a.spill()
	for _, v := range o.exact {
		a.buckets[bucket(v)]++
	}
	for b, n := range o.buckets {
		a.buckets[b] += n
	}
}

func bucket(v float64) uint64 { return math.Float64bits(v) >> dropped }

// middle returns the value that represents a bucket; 0 is exact.
func middle(bucket uint64) float64 {
	if bucket == 0 {
		return 0
	}
	return math.Float64frombits(bucket<<dropped | 1<<(dropped-1))
}

func (a *amounts) total() *big.Rat {
	sum := new(big.Int).SetUint64(a.hi)
	sum.Lsh(sum, 64).Add(sum, new(big.Int).SetUint64(a.lo))
	return new(big.Rat).SetFrac(sum, big.NewInt(decimals))
}

// sorted returns the kept values, in order.
func (a *amounts) sorted() []float64 {
	all := slices.Clone(a.exact)
	slices.Sort(all)
	return all
}

// quantile returns the least value that percent percent of all values do not exceed.
func (a *amounts) quantile(percent int) float64 {
	rank := (a.n*percent + 99) / 100 // from 1
	if a.buckets == nil {
		return a.sorted()[rank-1]
	}
	for _, b := range slices.Sorted(maps.Keys(a.buckets)) {
		if rank -= a.buckets[b]; rank <= 0 {
			return middle(b)
		}
	}
	return 0 // not reached: the buckets hold n
}

// usageFacts is the form of taken. "amounts" has for each quantity, in their order, the number of values, their sum
// as 32 hex digits in units of 10^-12, and the values, sorted, or, above 4,096, pairs of a bucket and how many it
// holds, by bucket. A bucket is the upper 20 bits of the value's IEEE 754 form. "answered" counts the cases that
// should say their use, and for a quantity how many of these do.
type usageFacts struct {
	Spent bool `json:"spent,omitzero"`
	usage.Spending
	Answered int           `json:"answered,omitzero"`
	Amounts  []amountFacts `json:"amounts,omitempty"` // in place of Spending.Amounts
}

type amountFacts struct {
	Quantity usage.Quantity `json:"quantity"`
	N        int            `json:"n"`
	Answered int            `json:"answered,omitzero"`
	Sum      wide           `json:"sum"`
	Values   []float64      `json:"values,omitempty"`
	Buckets  [][2]uint64    `json:"buckets,omitempty"`
}

// facts returns the form of u, nil when u is empty.
func (u *taken) facts() *usageFacts {
	f := &usageFacts{Spent: u.spent, Spending: u.spending, Answered: u.answered}
	for _, q := range usage.Quantities() {
		a := u.amounts[q]
		if a == nil {
			continue
		}
		facts := amountFacts{Quantity: q, N: a.n, Answered: a.answered, Sum: a.wide, Values: a.sorted()}
		for _, b := range slices.Sorted(maps.Keys(a.buckets)) {
			facts.Buckets = append(facts.Buckets, [2]uint64{b, uint64(a.buckets[b])})
		}
		f.Amounts = append(f.Amounts, facts)
	}
	if len(f.Amounts) == 0 && !f.Spent && f.Replayed == 0 && f.Answered == 0 {
		return nil
	}
	return f
}

// usage returns the sums in f, or an error that says why f is invalid.
func (f *usageFacts) usage() (u taken, err error) {
	if f == nil {
		return u, nil
	}
	if f.Replayed < 0 || f.Taken < 0 || f.Retried < 0 || f.Retries < 0 || f.TimedOut < 0 || f.Answered < 0 {
		return u, errors.New("usage: a count is below 0")
	}
	u.spent, u.spending, u.answered = f.Spent, f.Spending, f.Answered
	for i := range f.Amounts {
		facts := &f.Amounts[i]
		_, repeated := u.amounts[facts.Quantity]
		if repeated || !slices.Contains(usage.Quantities(), facts.Quantity) {
			return taken{}, fmt.Errorf("usage: quantity %q is unknown or appears twice", facts.Quantity)
		}
		if facts.Answered < 0 || facts.Answered > min(facts.N, f.Answered) {
			return taken{}, fmt.Errorf("usage: %s: %d of %d values are of %d cases that were answered", facts.Quantity, facts.Answered, facts.N, f.Answered)
		}
		a, err := facts.amounts()
		if err != nil {
			return taken{}, fmt.Errorf("usage: %s: %w", facts.Quantity, err)
		}
		*u.amountsOf(facts.Quantity) = *a
	}
	return u, nil
}

func (f *amountFacts) amounts() (*amounts, error) {
	a := &amounts{n: f.N, answered: f.Answered, wide: f.Sum}
	n := len(f.Values)
	for _, v := range f.Values {
		if !(v >= 0 && v <= mostAmount) {
			return nil, fmt.Errorf("value %v, want a number from 0", v)
		}
		a.exact = append(a.exact, v)
	}
	for _, b := range f.Buckets {
		if a.buckets == nil {
			a.buckets = map[uint64]int{}
		}
		if b[0] > bucket(mostAmount) || b[1] < 1 || b[1] > uint64(f.N) || a.buckets[b[0]] > 0 {
			return nil, fmt.Errorf("bucket %d with %d values", b[0], b[1])
		}
		a.buckets[b[0]] = int(b[1])
		n += int(b[1])
	}
	if n != f.N || n < 1 || (n > mostExact) != (len(f.Buckets) > 0) || len(f.Values) > 0 && len(f.Buckets) > 0 {
		return nil, fmt.Errorf("%d values and %d buckets, want %d values in all", len(f.Values), len(f.Buckets), f.N)
	}
	return a, nil
}

// Spending adds up the spending of some cases, such as a slice. The zero value is ready to use.
type Spending struct{ sums taken }

// Add adds a case that was asked for.
func (s *Spending) Add(c *report.Case) { s.sums.addCase(c) }

// Sum returns the total. It is nil if no case reports its use, retried a call, timed out or reuses an answer of an
// earlier run.
func (s *Spending) Sum() *usage.Spending { return s.sums.summary(false) }
