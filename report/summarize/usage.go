package summarize

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/traits"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report"
)

// taken adds up the spending of cases. Its state depends only on which cases were added, not on their order or
// grouping, so that merged shards have the numbers of one run.
type taken struct {
	Spent          bool       `json:"spent,omitzero"` // a case says its use, was retried or timed out, or has an earlier run's answer
	usage.Spending            // its counts
	Answered       int        `json:"answered,omitzero"` // cases that should say their use, see usage.Amount.Silent
	Amounts        []*amounts `json:"amounts,omitempty"` // in the order of [usage.Quantities], in place of Spending.Amounts
}

// addCase adds a case that was asked for.
func (u *taken) addCase(c *report.Case) {
	answered := c.Status == report.OK
	if c.Replayed && answered { // a request without a recording fails, and nothing answered it
		u.Replayed++
	}
	if c.Taken != "" {
		u.Taken++
	}
	if c.Retries > 0 {
		u.Retried++
		u.Retries += c.Retries
	}
	if c.TimedOut {
		u.TimedOut++
	}
	if seconds, ok := traits.LatencyOf(c); ok {
		u.amount(usage.Latency, seconds, false)
	}
	tokens, says, saysTokens := 0.0, false, false
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
	_, stated := c.Cost[usage.StatedLatency]
	u.Spent = u.Spent || c.Taken != "" || c.Retries > 0 || c.TimedOut || stated || says
	if answered && (says || !c.Replayed) {
		u.Answered++
	}
}

// amount adds the value of a case. answered says that the case counts as answered.
func (u *taken) amount(q usage.Quantity, v float64, answered bool) {
	a := u.amountsOf(q)
	a.addValue(min(v, mostAmount))
	if answered {
		a.Answered++
	}
}

// amountsOf returns the amounts of a quantity.
func (u *taken) amountsOf(q usage.Quantity) *amounts {
	a := &amounts{Quantity: q}
	i, found := slices.BinarySearchFunc(u.Amounts, a, compareQuantities)
	if !found {
		u.Amounts = slices.Insert(u.Amounts, i, a)
	}
	return u.Amounts[i]
}

func compareQuantities(a, b *amounts) int {
	return cmp.Compare(slices.Index(usage.Quantities(), a.Quantity), slices.Index(usage.Quantities(), b.Quantity))
}

func (u *taken) merge(o *taken) {
	u.Spent = u.Spent || o.Spent
	u.Answered += o.Answered
	u.Replayed += o.Replayed
	u.Taken += o.Taken
	u.Retried += o.Retried
	u.Retries += o.Retries
	u.TimedOut += o.TimedOut
	for _, theirs := range o.Amounts {
		u.amountsOf(theirs.Quantity).merge(theirs)
	}
}

// summary returns the totals, nil if the spending is neither asked for nor known.
func (u *taken) summary(asked bool) *usage.Spending {
	if !u.Spent && !asked {
		return nil
	}
	s := u.Spending
	for _, a := range u.Amounts {
		total := a.total()
		mean, _ := new(big.Rat).Quo(total, new(big.Rat).SetInt64(int64(a.N))).Float64()
		sum, _ := total.Float64()
		amount := usage.Amount{Quantity: a.Quantity, Cases: a.N, Total: sum, Mean: mean, P50: a.quantile(50), P95: a.quantile(95)}
		if q := a.Quantity; q == usage.Cost || q == usage.Tokens || q == usage.Calls {
			amount.Silent = u.Answered - a.Answered
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

// amounts holds the sum and the distribution of values from 0 to mostAmount. If there are too many values, the
// distribution is in buckets, each as wide as 1/256 of the power of two below it. The middle of a bucket is off by at
// most 1/512 of any value in it.
//
// Facts have the values sorted or, above 4,096, pairs of a bucket and how many it holds, by bucket. A bucket is the upper 20
// bits of the value's IEEE 754 form.
type amounts struct {
	Quantity usage.Quantity `json:"quantity"`
	N        int            `json:"n"`
	Answered int            `json:"answered,omitzero"` // of the answered cases
	Sum      wide           `json:"sum"`               // in units of 1/decimals
	Values   []float64      `json:"values,omitempty"`
	Buckets  buckets        `json:"buckets,omitempty"`
}

type buckets map[uint64]int

func (all buckets) MarshalJSON() ([]byte, error) {
	pairs := arithmetic.Each(slices.Sorted(maps.Keys(all)), func(b uint64) [2]uint64 { return [2]uint64{b, uint64(all[b])} })
	return json.Marshal(pairs)
}

func (all *buckets) UnmarshalJSON(data []byte) error {
	var pairs [][2]uint64
	err := json.Unmarshal(data, &pairs)
	*all = nil
	if len(pairs) > 0 {
		*all = buckets{}
	}
	for _, b := range pairs {
		(*all)[b[0]] += int(min(b[1], math.MaxInt32))
	}
	return err
}

func (a *amounts) addValue(v float64) {
	whole, fraction := math.Modf(v)
	hi, lo := bits.Mul64(uint64(whole), decimals)
	lo, carry := bits.Add64(lo, uint64(math.Round(fraction*decimals)), 0)
	a.Sum.plus(wide{hi + carry, lo})
	a.N++
	if a.Buckets == nil && len(a.Values) < mostExact {
		a.Values = append(a.Values, v)
		return
	}
	a.spill()
	a.Buckets[bucket(v)]++
}

// spill moves the kept values into buckets.
func (a *amounts) spill() {
	if a.Buckets == nil {
		a.Buckets = buckets{}
	}
	for _, v := range a.Values {
		a.Buckets[bucket(v)]++
	}
	a.Values = nil
}

func (a *amounts) merge(o *amounts) {
	a.N += o.N
	a.Answered += o.Answered
	a.Sum.plus(o.Sum)
	if a.N <= mostExact {
		a.Values = append(a.Values, o.Values...)
		return
	}
	a.spill()
	for _, v := range o.Values {
		a.Buckets[bucket(v)]++
	}
	for b, n := range o.Buckets {
		a.Buckets[b] += n
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
	sum := new(big.Int).SetUint64(a.Sum.hi)
	sum.Lsh(sum, 64).Add(sum, new(big.Int).SetUint64(a.Sum.lo))
	return new(big.Rat).SetFrac(sum, big.NewInt(decimals))
}

// quantile returns the least value that percent percent of all values do not exceed.
func (a *amounts) quantile(percent int) float64 {
	rank := (a.N*percent + 99) / 100 // from 1
	if a.Buckets == nil {
		slices.Sort(a.Values)
		return a.Values[rank-1]
	}
	for _, b := range slices.Sorted(maps.Keys(a.Buckets)) {
		if rank -= a.Buckets[b]; rank <= 0 {
			return middle(b)
		}
	}
	return 0 // not reached: the buckets hold n
}

// facts returns u as it is written, nil when u is empty.
func (u *taken) facts() *taken {
	for _, a := range u.Amounts {
		slices.Sort(a.Values)
	}
	if len(u.Amounts) == 0 && !u.Spent && u.Replayed == 0 && u.Answered == 0 {
		return nil
	}
	return u
}

// check returns an error that says why the sums that were read are invalid.
func (u *taken) check() error {
	if min(u.Replayed, u.Taken, u.Retried, u.Retries, u.TimedOut, u.Answered) < 0 {
		return errors.New("usage: a count is below 0")
	}
	seen := map[usage.Quantity]bool{}
	for _, a := range u.Amounts {
		if a == nil || seen[a.Quantity] || !slices.Contains(usage.Quantities(), a.Quantity) {
			return errors.New("usage: a quantity is unknown or appears twice")
		}
		seen[a.Quantity] = true
		if a.Answered < 0 || a.Answered > min(a.N, u.Answered) {
			return fmt.Errorf("usage: %s: %d of %d values are of %d cases that were answered", a.Quantity, a.Answered, a.N, u.Answered)
		}
		if err := a.check(); err != nil {
			return fmt.Errorf("usage: %s: %w", a.Quantity, err)
		}
	}
	slices.SortFunc(u.Amounts, compareQuantities)
	return nil
}

func (a *amounts) check() error {
	n := len(a.Values)
	for _, v := range a.Values {
		if !(v >= 0 && v <= mostAmount) {
			return fmt.Errorf("value %v, want a number from 0", v)
		}
	}
	for b, values := range a.Buckets {
		if b > bucket(mostAmount) || values < 1 || values > a.N-n {
			return fmt.Errorf("bucket %d with %d values", b, values)
		}
		n += values
	}
	if n != a.N || n < 1 || (n > mostExact) != (len(a.Buckets) > 0) || len(a.Values) > 0 && len(a.Buckets) > 0 {
		return fmt.Errorf("%d values and %d buckets, want %d values in all", len(a.Values), len(a.Buckets), a.N)
	}
	return nil
}

// Spending adds up the spending of some cases, such as a slice. The zero value is ready to use.
type Spending struct{ sums taken }

// Add adds a case that was asked for.
func (s *Spending) Add(c *report.Case) { s.sums.addCase(c) }

// Sum returns the total. It is nil if no case reports its use, retried a call, timed out or reuses an answer of an
// earlier run.
func (s *Spending) Sum() *usage.Spending { return s.sums.summary(false) }
