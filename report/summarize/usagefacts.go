package summarize

import (
	"errors"
	"fmt"
	"maps"
	"slices"

	"github.com/extracteval/extracteval/internal/usage"
)

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
		_, again := u.amounts[facts.Quantity]
		if again || !slices.Contains(usage.Quantities(), facts.Quantity) {
			return taken{}, fmt.Errorf("usage: quantity %q is unknown or appears twice", facts.Quantity)
		}
		if facts.Answered < 0 || facts.Answered > min(facts.N, f.Answered) {
			return taken{}, fmt.Errorf("usage: %s: %d of %d values are of %d cases that were answered", facts.Quantity, facts.Answered, facts.N, f.Answered)
		}
		a, err := facts.amounts()
		if err != nil {
			return taken{}, fmt.Errorf("usage: %s: %w", facts.Quantity, err)
		}
		*u.of(facts.Quantity) = *a
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
