package proto

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"strings"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

// Quantity compares messages that stand for one quantity, in the JSON of protojson:
//
//   - a google.type.Money: the currency codes must be equal, letter by letter, and the amounts (units and nanos) as
//     decimals;
//   - a google.protobuf.Duration, "5400s", and a google.type.Decimal, {"value": "1.5"}, as decimals;
//   - a google.type.Date, as a day; without a day as a month, without a month as a year. Dates of which one lacks a
//     part do not match.
//
// Values of other forms match if they are equal. The score is 1 or 0.
type Quantity struct {
	// Tolerance is the largest difference that matches: an amount, seconds, or whole days.
	Tolerance float64 `json:"tolerance,omitzero"`
	// Relative allows Tolerance·|want|, 0.02 is 2 %. It is not for a Date.
	Relative bool `json:"relative,omitzero"`
}

// Name returns the name of the rule in specs.
func (Quantity) Name() string { return "protobuf quantity" }

// Sentence describes the rule for people.
func (q Quantity) Sentence() string {
	switch {
	case q.Tolerance == 0:
		return "money, duration, decimal or date of protobuf, the same value"
	case q.Relative:
		return fmt.Sprintf("money, duration or decimal of protobuf, within %v %% of the truth", q.Tolerance*100)
	}
	return fmt.Sprintf("money, duration, decimal or date of protobuf, within %v", q.Tolerance)
}

// Pairing says how list items are paired by such values: see [compare.PairingOf].
func (Quantity) Pairing() compare.Pairing { return compare.PairByMatch }

// Prepare returns the rule with its options looked up; see [compare.Prepare].
func (q Quantity) Prepare() (compare.Comparator, error) {
	number, err := compare.Prepare(compare.Numeric{Tolerance: q.Tolerance, Relative: q.Relative})
	if err != nil {
		return nil, fmt.Errorf("proto: Quantity: %w", err)
	}
	p := preparedQuantity{number: number}
	if days, err := compare.Prepare(compare.Date{Tolerance: q.Tolerance}); err == nil && !q.Relative {
		p.day = days
	}
	return p, nil
}

// Compare implements [compare.Comparator].
func (q Quantity) Compare(ctx context.Context, got, want document.Value) (compare.Comparison, error) {
	p, err := q.Prepare()
	if err != nil {
		return compare.Comparison{}, err
	}
	return p.Compare(ctx, got, want)
}

type preparedQuantity struct {
	number compare.Comparator
	day    compare.Comparator // nil if the options are not for dates
}

// quantity is a value as Quantity reads it.
type quantity struct {
	kind     string         // as in messages
	currency string         // of money
	value    document.Value // a number, or the text of a date
}

func (p preparedQuantity) Compare(ctx context.Context, got, want document.Value) (compare.Comparison, error) {
	w, ok := read(want)
	g, readable := read(got)
	if !ok || !readable {
		return compare.Exact{}.Compare(ctx, got, want)
	}
	if g.kind != w.kind {
		return compare.Comparison{Tag: "type mismatch", Note: fmt.Sprintf("got %s, want %s", g.kind, w.kind)}, nil
	}
	switch w.kind {
	case kindDay:
		if p.day == nil {
			return compare.Comparison{}, fmt.Errorf("proto: Quantity: the tolerance of a date is a whole number of days, and not relative")
		}
		return p.day.Compare(ctx, g.value, w.value)
	case kindMonth, kindYear:
		return compare.Exact{}.Compare(ctx, g.value, w.value)
	}
	c, err := p.number.Compare(ctx, g.value, w.value)
	if err == nil && g.currency != w.currency {
		c = compare.Comparison{Note: strings.TrimSuffix(fmt.Sprintf("got currency %q, want %q; %s", g.currency, w.currency, c.Note), "; ")}
	}
	return c, err
}

const (
	kindMoney  = "an amount of money"
	kindNumber = "a number"
	kindDay    = "a day"
	kindMonth  = "a month"
	kindYear   = "a year"
)

// read reads a quantity. ok is false for a value of another form.
func read(v document.Value) (q quantity, ok bool) {
	if v.Kind() == document.String {
		seconds, found := strings.CutSuffix(v.Text(), "s")
		return number(kindNumber, seconds, found)
	}
	if v.Kind() != document.Object {
		return q, false
	}
	var parts [3]int64
	dated := false
	for key := range v.Members() {
		switch key {
		case "currencyCode", "units", "nanos":
			return money(v)
		case "value":
			return number(kindNumber, v.Get("value").Text(), true)
		case "year", "month", "day":
			dated = true
		default:
			return q, false
		}
	}
	if !dated {
		return q, false
	}
	for i, key := range []string{"year", "month", "day"} {
		if part := v.Get(key); !part.Empty() {
			n, err := json.Number(part.RawText()).Int64()
			if err != nil {
				return q, false
			}
			parts[i] = n
		}
	}
	text := fmt.Sprintf("%04d-%02d-%02d", parts[0], parts[1], parts[2])
	switch {
	case parts[0] == 0 || parts[1] == 0 && parts[2] != 0: // a day of every year has no comparable form
		return q, false
	case parts[1] == 0:
		q.kind, text = kindYear, text[:len(text)-6]
	case parts[2] == 0:
		q.kind, text = kindMonth, text[:len(text)-3]
	default:
		q.kind = kindDay
	}
	q.value, ok = parsed(`"` + text + `"`)
	return q, ok
}

// money reads a google.type.Money.
func money(v document.Value) (q quantity, ok bool) {
	const billion = 1_000_000_000
	amount := new(big.Int)
	for _, part := range []struct {
		key  string
		size int64
	}{{"units", billion}, {"nanos", 1}} {
		if m := v.Get(part.key); !m.Empty() {
			n, ok := new(big.Int).SetString(m.Text(), 10)
			if !ok {
				return q, false
			}
			amount.Add(amount, n.Mul(n, big.NewInt(part.size)))
		}
	}
	q, ok = number(kindMoney, amount.String()+"e-9", true)
	q.currency = v.Get("currencyCode").Text()
	return q, ok
}

// number returns a quantity with the value of a text that is a JSON number.
func number(kind, text string, found bool) (q quantity, ok bool) {
	if !found {
		return q, false
	}
	v, ok := parsed(text)
	return quantity{kind: kind, value: v}, ok && v.Kind() == document.Number
}

func parsed(text string) (document.Value, bool) {
	v, err := document.Parse([]byte(text))
	return v, err == nil
}
