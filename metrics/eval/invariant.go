package eval

import "github.com/extracteval/extracteval/internal/invariant"

// Invariant is one named fact that must hold of every answer, with or without a truth. It has
// a Name, unique in its spec, for tables, records and gates ("adds_up"), and one of Rule,
// Schema, InSource and Func. It holds, is broken, is not applicable where a value that it
// needs is empty, or is errored: see [InvariantState].
//
// Its other fields are:
//
//	Rule string            a yes/no expression over the values of the answer, see below
//	Tolerance float64      of a Rule: == holds for numbers that differ by no more, <= and >= for
//	                       numbers that miss by no more, and != is the contrary of ==. It does
//	                       not change < and >, comparisons of dates, or in. It is the decimal
//	                       that it prints as: 0.1 is one tenth.
//	Schema json.RawMessage the text of a JSON Schema, of draft 2020-12 unless it names another
//	                       one. The note of a violation has the first three places, nearest to
//	                       the root first. A missing answer violates it, as null does.
//	InSource bool          each value occurs in the text of the document that the answer was
//	                       extracted from, as the comparator of its field reads it. A value
//	                       that no document prints (a country by its code, a total that nobody
//	                       added up) is not found: leave it out by Paths. A value that differs
//	                       from the text only by characters that OCR confuses counts as found.
//	                       The note names the first three values that are not found. Without a
//	                       text, or a value that a text could have, it is not applicable.
//	Paths []string         of InSource: the attributes that it is about, with all that is below
//	                       them: "iban", "lines[].amount", "vendor". Default: all fields of the
//	                       spec that are compared, and every value of the answer where the spec
//	                       names no field.
//	Optional bool          it may apply to no case of a data set, such as a rule about credit
//	                       notes. Without it, such an invariant makes the data set not
//	                       evaluable: a rule that asks for the wrong name looks the same. An
//	                       optional rule may also name a value that only answers have; in any
//	                       other, a name that neither the spec nor a truth has is an error.
//	Func                   a function of yours, func(ctx context.Context, answer document.Value)
//	                       (InvariantState, string, error). It returns Holds, Broken or
//	                       NotApplicable, and a note that says why, or an error if it could not
//	                       judge. A spec does not store the function, only the Name.
//
// Rules look like these:
//
//	total == net + tax
//	total == sum(lines, .amount)
//	all(lines, .qty * .price == .amount)
//	due_date >= date and due_date - date <= 30
//	not has(vat_id) or vat(vat_id)
//	currency in ["EUR", "USD"]
//
// The grammar is the grammar of github.com/expr-lang/expr, without clock, randomness, ranges,
// powers and variables.
//
// Paths name values: total, vendor.name, lines[0].amount. In an expression about each row
// of a list, .amount is a value of the row, # the row itself, and every other name still
// a value of the document. A key that is not a name is written get("unit-price"), with
// any path, get(#, "unit-price") in a row, or vendor["vat-id"].
//
// A rule reads a value as the comparator of the value's field does; see [compare.ScalarOf]. Without a field, or with
// auto, a JSON number is a number, and a string is a date if it can be read as one, else a number if it can be read as
// one. A rule that calculates with a text, or compares it with a number or a date, reads the text as one by the
// defaults. Two texts are equal code point by code point; only numbers and dates have an order. A text that the rule
// writes out is compared with the text of the document, and with a date as a date by ISO 8601.
//
//	== != < <= > >=        also chained: 0 < rate <= 1
//	+ - * / %              exact decimals, of values with up to 100 digits; a quotient is
//	                       rounded to 50. Dates: date - date is a number of days, date + 30
//	                       a date. A month is its first day.
//	and or not             also && || !; from left to right, and no further than needed
//	a ? b : c              b or c
//	a ?? b                 a or, if a value in a is empty, b
//	in, not in             among the items of a list
//	contains startsWith endsWith matches   texts; matches takes a regular expression (RE2)
//	sum count all any none one filter map  of a list, with an expression about each row:
//	                       sum(lines, .amount), count(lines, .qty > 1), sum(amounts)
//	min max abs round len  round(x, 2), halves away from zero; max(a, b), max(list)
//	has(x)                 x is not empty
//	lower upper trim       texts
//	date("2024-03-01")     a date
//	iban luhn ean vat      the check digits of a code; see [compare.Code]
//
// The rule is not applicable when a value that it needs is empty, in the document or in a row: missing, null, blank, []
// or {}. It does not need a value if and, or, ?: or an earlier row decides before. len and count of an empty value are
// 0. The rule is broken when it cannot read a value that is there, such as "abc" for a number, and when it divides by
// zero.
type Invariant = invariant.Invariant

// InvariantResult is the outcome of one invariant of one answer: its Name, its State, a Note that says why it is broken
// or errored, with the operands ("total 119.00, net + tax 118.00"), and the Paths of the operands in the answer, as far
// as they are known.
type InvariantResult = invariant.Result

// InvariantState is the outcome of an invariant: [Holds], [Broken], [NotApplicable], or "errored" if the invariant
// takes too much work, its Func returned an error or panicked, or the context ended. Errored invariants do not enter the
// rate.
type InvariantState = invariant.State

// A Func of an [Invariant] returns one of these.
const (
	Holds         = invariant.Holds
	Broken        = invariant.Broken
	NotApplicable = invariant.NotApplicable // a value that it needs is empty
)
