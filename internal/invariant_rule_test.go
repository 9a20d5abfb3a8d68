package internal_test

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/invariant"
	"github.com/extracteval/extracteval/internal/paths"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/testdata/effort"
)

// ruleInvoice is the document of most rows.
const ruleInvoice = `{
	"number": "INV-7", "date": "2024-01-31", "due_date": "2024-03-01", "paid": false, "currency": "EUR",
	"net": 100.00, "tax": 18.00, "total": 119.00, "discount": null, "note": " ", "zip": "01234",
	"iban": "DE89 3704 0044 0532 0130 00", "vat_id": "DE136695976", "ean": "4006381333931", "card": "4111 1111 1111 1111",
	"unit-price": "1.5", "tags": ["a", "b"], "empty": [],
	"vendor": {"name": "Acme GmbH", "country": "DE", "vat-id": "DE136695977"},
	"lines": [
		{"description": "bolts", "qty": 2, "price": "10.00", "amount": 20.00, "tax": 0.2},
		{"description": "nuts", "qty": 4, "price": "20.00", "amount": 80.00, "tax": 0.1}
	]
}`

// ruleOf returns the invariant of a rule. The error is that of its text.
func ruleOf(text string, tolerance float64, field func(attribute string) invariant.Reader) (*invariant.Set, error) {
	set, err := invariant.Compile([]invariant.Invariant{{Name: "rule", Rule: text, Tolerance: tolerance}}, field)
	if mistake := (*invariant.RuleError)(nil); errors.As(err, &mistake) {
		return nil, mistake
	}
	return set, err
}

// checked returns the result of a rule, without its name.
func checked(ctx context.Context, rule *invariant.Set, doc document.Value) invariant.Result {
	r := rule.Check(ctx, doc, "", nil)[0]
	r.Name = ""
	return r
}

func readerOf(attribute string) invariant.Reader {
	c := fieldOf(attribute)
	return invariant.Reader{Match: c, Words: paths.AbsentWordsOf(c, nil)}
}

func fieldOf(attribute string) compare.Comparator {
	switch attribute {
	case "eu":
		return compare.Numeric{Format: "eu"}
	case "dmy", "rows[].day":
		return compare.Date{Order: "dmy"}
	case "month":
		return compare.Date{Precision: "month"}
	case "code":
		return compare.Code{}
	case "id", "other_id":
		return compare.Exact{}
	case "accepted":
		return compare.OneOf{Each: compare.Numeric{}}
	}
	return nil
}

func TestRules(t *testing.T) {
	for _, tt := range []struct {
		why, doc, rule string // "" is the invoice
		tolerance      float64
		want           invariant.State
		note           string
		paths          string
	}{
		// Decimals.
		{"decimals are exact", `{"a":0.3,"b":0.1,"c":0.2}`, `a == b + c`, 0, invariant.Holds, "", ""},
		{"literals, too", `{}`, `0.3 == 0.1 + 0.2`, 0, invariant.Holds, "", ""},
		{"no digit is lost", `{"a":9007199254740993}`, `a == 9007199254740992`, 0, invariant.Broken, "a 9007199254740993, want 9007199254740992", "a"},
		{"a literal of many decimals", `{"a":0.12345678901234567890123456789}`, `a == 0.12345678901234567890123456789 and a != 0.12345678901234567890123456788`, 0, invariant.Holds, "", ""},
		{"the sum is off", "", `total == net + tax`, 0, invariant.Broken, "total 119.00, net + tax 118.00", "total net tax"},
		{"difference", "", `total - net == 19`, 0, invariant.Holds, "", ""},
		{"product", "", `net * 0.18 == tax`, 0, invariant.Holds, "", ""},
		{"quotient", "", `tax / net == 0.18`, 0, invariant.Holds, "", ""},
		{"a quotient is rounded to fifty digits", `{"a":1}`, `a / 3 * 3 == 1`, 0, invariant.Broken, "a / 3 * 3 " + strings.Repeat("0.", 1) + strings.Repeat("9", 50) + ", want 1", "a"},
		{"which round takes back", `{"a":1}`, `round(a / 3 * 3, 10) == 1`, 0, invariant.Holds, "", ""},
		{"remainder", `{"a":7.5}`, `a % 2 == 1.5`, 0, invariant.Holds, "", ""},
		{"by zero", `{"a":1,"b":0}`, `a / b == 1`, 0, invariant.Broken, "a / b divides by zero", ""},
		{"by zero, guarded", `{"a":1,"b":0}`, `b == 0 or a / b == 1`, 0, invariant.Holds, "", ""},
		{"halves are rounded away from zero", `{"a":2.345,"b":-2.345}`, `round(a, 2) == 2.35 and round(b, 2) == -2.35`, 0, invariant.Holds, "", ""},
		{"to whole numbers", `{"a":2.5}`, `round(a) == 3`, 0, invariant.Holds, "", ""},
		{"abs", `{"a":-2}`, `abs(a) == 2`, 0, invariant.Holds, "", ""},
		{"minus", `{"a":2}`, `-a == -2`, 0, invariant.Holds, "", ""},
		{"min and max", `{"a":2,"b":3}`, `min(a, b) == 2 and max(a, b, 10) == 10`, 0, invariant.Holds, "", ""},
		{"1e3 is 1000", `{"a":1e3}`, `a == 1000`, 0, invariant.Holds, "", ""},
		{"1e999999999 does not hang", `{"a":1e999999999}`, `a + 1 > 0`, 0, invariant.Broken, `a "1e999999999" is too long to read: it is 10^10000 or more`, "a"},
		{"1e200 is not calculated with", `{"a":1e200}`, `a * a > 0`, 0, invariant.Broken, "a 1e200 is too long or too large to calculate with", "a"},
		{"nor what becomes too long", `{"a":1.` + strings.Repeat("7", 90) + `}`, `a*a*a*a*a*a*a*a*a*a*a*a > 0`, 0, invariant.Broken, "a * a * a * a * a * a * a * a * a * a * a * a is too long or too large to calculate with", ""},
		{"precedence", `{"a":2}`, `a + 3 * 4 == 14 and (a + 3) * 4 == 20`, 0, invariant.Holds, "", ""},
		{"chains", `{"a":2}`, `1 < a < 3`, 0, invariant.Holds, "", ""},
		{"a chain that breaks", `{"a":5}`, `1 < a < 3`, 0, invariant.Broken, "a 5, want < 3", "a"},

		// Tolerance.
		{"within", `{"a":1.01,"b":1.00}`, `a == b`, 0.01, invariant.Holds, "", ""},
		{"at the limit, in decimals", `{"a":1.1,"b":1.0}`, `a == b`, 0.1, invariant.Holds, "", ""},
		{"beyond", `{"a":1.011,"b":1.00}`, `a == b`, 0.01, invariant.Broken, "a 1.011, b 1.00", "a b"},
		{"!= is the contrary of ==", `{"a":1.01,"b":1.00}`, `a != b`, 0.01, invariant.Broken, "a 1.01, b 1.00", "a b"},
		{"<= forgives", `{"a":1.01,"b":1.00}`, `a <= b`, 0.01, invariant.Holds, "", ""},
		{">= forgives", `{"a":0.99,"b":1.00}`, `a >= b`, 0.01, invariant.Holds, "", ""},
		{">= not more", `{"a":0.98,"b":1.00}`, `a >= b`, 0.01, invariant.Broken, "a 0.98, b 1.00", "a b"},
		{"< does not", `{"a":1.001,"b":1.00}`, `a == b and a < b`, 0.01, invariant.Broken, "a 1.001, b 1.00", "a b"},
		{"> neither", `{"a":1.001,"b":1.00}`, `a == b and b > a`, 0.01, invariant.Broken, "b 1.00, a 1.001", "b a"},
		{"days are numbers", "", `due_date - date == 29`, 1, invariant.Holds, "", ""},
		{"dates themselves are not", `{"a":"2024-01-01","b":"2024-01-02"}`, `a == b or total == 1`, 1, invariant.NotApplicable, "total is empty", "total"},

		// Dates.
		{"order", "", `due_date >= date`, 0, invariant.Holds, "", ""},
		{"days between", "", `due_date - date <= 30`, 0, invariant.Holds, "", ""},
		{"29 days here", "", `due_date - date <= 29`, 0, invariant.Broken, "due_date - date 30, want <= 29", "due_date date"},
		{"date and days", "", `date + 30 == due_date`, 0, invariant.Holds, "", ""},
		{"minus days", "", `due_date - 30 == date`, 0, invariant.Holds, "", ""},
		{"leap day", `{"a":"28 Feb 2024"}`, `a + 1 == date("2024-02-29")`, 0, invariant.Holds, "", ""},
		{"a date that is written out", "", `date >= "2024-02-01"`, 0, invariant.Broken, `date "2024-01-31", want >= "2024-02-01"`, "date"},
		{"printed otherwise", `{"a":"1. März 2024","b":"2024-03-01"}`, `a == b`, 0, invariant.Holds, "", ""},
		{"by the options of the field", `{"dmy":"03/04/2024"}`, `dmy == "2024-04-03"`, 0, invariant.Holds, "", ""},
		{"of a row, too", `{"rows":[{"day":"03/04/2024"}]}`, `all(rows, .day == "2024-04-03")`, 0, invariant.Holds, "", ""},
		{"by default otherwise", `{"x":"03/04/2024"}`, `x == "2024-03-04"`, 0, invariant.Holds, "", ""},
		{"a month is its first day", `{"month":"March 2024"}`, `month == "2024-03-01"`, 0, invariant.Holds, "", ""},
		{"not a date", `{"dmy":"soon"}`, `dmy >= "2024-01-01"`, 0, invariant.Broken, `dmy "soon" is not a date: "soon" is not the name of a month or a weekday`, "dmy"},
		{"30 Feb", `{"dmy":"30.02.2024"}`, `dmy >= "2024-01-01"`, 0, invariant.Broken, `dmy "30.02.2024" is not a date: February 2024 has 29 days`, "dmy"},
		{"dates are not added", "", `date + due_date > 1`, 0, invariant.Broken, `date "2024-01-31" is a date: dates can be subtracted, and days added to one`, "date"},
		{"a date is not a number", "", `date == total`, 0, invariant.Broken, `total "119.00" is not a date: it does not have the form of a date`, "total"},
		{"the year 10000", `{"a":"9999-12-31"}`, `a + 1 > a`, 0, invariant.Broken, "a + 1 is outside of the years 1 to 9999", ""},
		{"half days", "", `date + 0.5 > date`, 0, invariant.Broken, "0.5 is not a whole number of days", ""},
		{"the later of two", "", `max(date, due_date) == due_date`, 0, invariant.Holds, "", ""},

		// Reading.
		{"texts that are numbers", `{"a":"1.889,00 €","b":1889}`, `a == b`, 0, invariant.Holds, "", ""},
		{"by the format of the field", `{"eu":"1.889","b":1889}`, `eu == b`, 0, invariant.Holds, "", ""},
		{"by default otherwise", `{"x":"1.889","b":1.889}`, `x == b`, 0, invariant.Holds, "", ""},
		{"each of one_of", `{"accepted":"(5)"}`, `accepted == -5`, 0, invariant.Holds, "", ""},
		{"abc is not a number", `{"a":"abc"}`, `a + 1 == 2`, 0, invariant.Broken, `a "abc" is not a number: unexpected "abc" before the digits`, "a"},
		{"nor when it is compared with one", `{"a":"abc"}`, `a == 2`, 0, invariant.Broken, `a "abc" is not a number: unexpected "abc" before the digits`, "a"},
		{"nor when that is denied", `{"a":"abc"}`, `a != 2`, 0, invariant.Broken, `a "abc" is not a number: unexpected "abc" before the digits`, "a"},
		{"an object is nothing to compare", "", `vendor == 2`, 0, invariant.Broken, `vendor {"name": "Acme GmbH", "country": "DE", "… is not a number, a text, true or false`, "vendor"},
		{"a text field is read where a number is wanted", `{"id":"12"}`, `id + 1 == 13`, 0, invariant.Holds, "", ""},
		{"and compared as text with a text", `{"id":"12","other_id":"12.0"}`, `id == other_id`, 0, invariant.Broken, `id "12", other_id "12.0"`, "id other_id"},
		{"digits that begin with 0 are a text", "", `zip == "01234"`, 0, invariant.Holds, "", ""},
		{"and no other", `{"zip":"1234"}`, `zip == "01234"`, 0, invariant.Broken, `zip "1234", want "01234"`, "zip"},
		{"a number is not a text", `{"a":12}`, `a == "12"`, 0, invariant.Broken, `a 12 is a number, and "12" is a text`, "a"},
		{"letters and digits of a code", `{"code":"ab-12"}`, `code == "AB12"`, 0, invariant.Holds, "", ""},
		{"texts have no order", `{"a":"x","b":"y"}`, `a < b`, 0, invariant.Broken, `a "x" is neither a number nor a date, and has no order`, "a"},
		{"dates in text fields have", `{"id":"2024-01-01","other_id":"1 Feb 2024"}`, `id < other_id`, 0, invariant.Holds, "", ""},
		{"and days between", `{"id":"2024-01-01","other_id":"1 Feb 2024"}`, `other_id - id == 31`, 0, invariant.Holds, "", ""},
		{"numbers in text fields have", `{"id":"9","other_id":"10"}`, `id < other_id`, 0, invariant.Holds, "", ""},
		{"a long text of digits is a text", `{"a":"` + strings.Repeat("7", 300) + `"}`, `len(a) == 300`, 0, invariant.Holds, "", ""},

		// Yes and no.
		{"a bool", "", `not paid`, 0, invariant.Holds, "", ""},
		{"a bool that is false", "", `paid`, 0, invariant.Broken, "paid false", "paid"},
		{"bools are equal", "", `paid == false`, 0, invariant.Holds, "", ""},
		{"bools differ", "", `paid == true`, 0, invariant.Broken, "paid false, want true", "paid"},
		{"a key that is not a name", `{"is-paid":false}`, `get("is-paid")`, 0, invariant.Broken, `get("is-paid") false`, "is-paid"},
		{"what the rule itself says", "", `not true`, 0, invariant.Broken, "true", ""},
		{"a text is not yes", "", `currency`, 0, invariant.Broken, `currency "EUR" is neither true nor false`, "currency"},
		{"a bool has no number", "", `paid == 1`, 0, invariant.Broken, "paid false is true or false, and 1 is a number", "paid"},
		{"and: the first side that is false", "", `net == 100 and tax == 19 and total == 1`, 0, invariant.Broken, "tax 18.00, want 19", "tax"},
		{"or: both", "", `net == 1 or tax == 19`, 0, invariant.Broken, "net 100.00, want 1; tax 18.00, want 19", "net tax"},
		{"not of a comparison", "", `not (net == 100)`, 0, invariant.Broken, "net 100.00, want not == 100", "net"},
		{"choice", "", `currency == "EUR" ? net == 100 : net == 1`, 0, invariant.Holds, "", ""},
		{"the other choice", "", `currency == "USD" ? net == 100 : net == 1`, 0, invariant.Broken, "net 100.00, want 1", "net"},
		{"symbols", "", `!paid && net == 100 || false`, 0, invariant.Holds, "", ""},

		// Empty operands.
		{"missing", "", `total == gross`, 0, invariant.NotApplicable, "gross is empty", "gross"},
		{"null", "", `discount >= 0`, 0, invariant.NotApplicable, "discount is empty", "discount"},
		{"blank", "", `note == "x"`, 0, invariant.NotApplicable, "note is empty", "note"},
		{"in an object that is missing", "", `buyer.name == "x"`, 0, invariant.NotApplicable, "buyer.name is empty", "buyer.name"},
		{"?? gives what to take", "", `net + tax + (discount ?? 0) == 118`, 0, invariant.Holds, "", ""},
		{"?? of a value that is there", "", `(net ?? 0) == 100`, 0, invariant.Holds, "", ""},
		{"?? of an expression", "", `(total - gross ?? 0) == 119`, 0, invariant.Holds, "", ""},
		{"has", "", `has(total) and not has(gross) and not has(empty) and not has(note)`, 0, invariant.Holds, "", ""},
		{"has, broken", "", `has(gross)`, 0, invariant.Broken, "gross is empty", "gross"},
		{"guarded", "", `not has(gross) or gross == total`, 0, invariant.Holds, "", ""},
		{"what is not reached does not matter", "", `paid and gross == 1`, 0, invariant.Broken, "paid false", "paid"},
		{"what is reached does", "", `gross == 1 and paid`, 0, invariant.NotApplicable, "gross is empty", "gross"},
		{"an empty document", `{}`, `total == net + tax`, 0, invariant.NotApplicable, "total is empty", "total"},
		{"an answer that is a list", `[{"a":1}]`, `total == 1`, 0, invariant.NotApplicable, "total is empty", "total"},
		{"no document", ``, `a == 1`, 0, invariant.NotApplicable, "a is empty", "a"},

		// Lists.
		{"sum", "", `net == sum(lines, .amount)`, 0, invariant.Holds, "", ""},
		{"sum, broken", "", `total == sum(lines, .amount)`, 0, invariant.Broken, "total 119.00, sum(lines, .amount) 100.00", "total lines[0].amount lines[1].amount"},
		{"sum of products", "", `sum(lines, .qty * .price) == net`, 0, invariant.Holds, "", ""},
		{"decimals of rows", "", `sum(lines, .tax) == 0.3`, 0, invariant.Holds, "", ""},
		{"a row that is empty", `{"total":1,"lines":[{"amount":1},{"amount":null}]}`, `total == sum(lines, .amount)`, 0, invariant.NotApplicable, "lines[1].amount is empty", "lines[1].amount"},
		{"which is taken as 0", `{"total":1,"lines":[{"amount":1},{"amount":null}]}`, `total == sum(lines, .amount ?? 0)`, 0, invariant.Holds, "", ""},
		{"a row that cannot be read", `{"total":1,"lines":[{"amount":"one"}]}`, `total == sum(lines, .amount)`, 0, invariant.Broken, `lines[0].amount "one" is not a number: unexpected "one" before the digits`, "lines[0].amount"},
		{"an empty list", `{"total":1,"lines":[]}`, `total == sum(lines, .amount)`, 0, invariant.NotApplicable, "lines is empty", "lines"},
		{"a missing list", `{"total":1}`, `total == sum(lines, .amount)`, 0, invariant.NotApplicable, "lines is empty", "lines"},
		{"not a list", `{"total":1,"lines":"two"}`, `total == sum(lines, .amount)`, 0, invariant.Broken, `lines "two" is not a list`, "lines"},
		{"rows that are not objects", `{"lines":[1,2]}`, `sum(lines, .amount) == 3`, 0, invariant.NotApplicable, "lines[0].amount is empty", "lines[0].amount"},
		{"sum of numbers", `{"a":[1,2.5]}`, `sum(a) == 3.5 and sum(a, # * 2) == 7`, 0, invariant.Holds, "", ""},
		{"all", "", `all(lines, .qty * .price == .amount)`, 0, invariant.Holds, "", ""},
		{"all, broken", `{"lines":[{"q":1,"p":2,"a":2},{"q":2,"p":3,"a":7}]}`, `all(lines, .q * .p == .a)`, 0, invariant.Broken, "lines[1]: .q * .p 6, .a 7", "lines[1].q lines[1].p lines[1].a"},
		{"any", "", `any(lines, .description == "nuts")`, 0, invariant.Holds, "", ""},
		{"any, broken", "", `any(lines, .qty > 9)`, 0, invariant.Broken, "lines: 0 of 2 with .qty > 9", "lines"},
		{"none, broken", "", `none(lines, .qty == 4)`, 0, invariant.Broken, "lines[1]: .qty 4, want not == 4", "lines[1].qty"},
		{"one", "", `one(lines, .qty == 4)`, 0, invariant.Holds, "", ""},
		{"one, broken", "", `one(lines, .qty > 1)`, 0, invariant.Broken, "lines: 2 of 2 with .qty > 1", "lines"},
		{"not all", "", `not all(lines, .qty > 1)`, 0, invariant.Broken, "lines: 2 of 2 with .qty > 1", "lines"},
		{"count", "", `count(lines, .qty > 2) == 1`, 0, invariant.Holds, "", ""},
		{"count of a missing list", `{}`, `count(lines, .qty > 2) == 0 and len(lines) == 0`, 0, invariant.Holds, "", ""},
		{"len, broken", `{"lines":[]}`, `len(lines) > 0`, 0, invariant.Broken, "len(lines) 0, want > 0", "lines"},
		{"len of a text", "", `len(number) == 5`, 0, invariant.Holds, "", ""},
		{"filter", "", `sum(filter(lines, .qty > 2), .amount) == 80`, 0, invariant.Holds, "", ""},
		{"a dash among numbers", `{"eu":"-","total":3}`, `total == eu + 3`, 0, invariant.NotApplicable, "eu is empty", "eu"},
		{"not among texts", `{"id":"-"}`, `id == "x"`, 0, invariant.Broken, `id "-", want "x"`, "id"},
		{"N/A", `{"id":"n/a"}`, `id == "x"`, 0, invariant.NotApplicable, "id is empty", "id"},
		{"filter leaves none", "", `sum(filter(lines, .qty > 9), .amount) == 80`, 0, invariant.NotApplicable, "filter(lines, .qty > 9) is empty", ""},
		{"map", "", `max(map(lines, .amount)) == 80`, 0, invariant.Holds, "", ""},
		{"pipes", "", `(lines | map(.amount) | sum()) == 100`, 0, invariant.Holds, "", ""},
		{"an item", "", `lines[1].amount == 80`, 0, invariant.Holds, "", ""},
		{"an item beyond", "", `lines[7].amount == 80`, 0, invariant.NotApplicable, "lines[7].amount is empty", "lines[7].amount"},
		{"a value of the document in a row", "", `all(lines, .amount <= net)`, 0, invariant.Holds, "", ""},
		{"rows in rows", `{"orders":[{"total":3,"lines":[{"a":1},{"a":2}]},{"total":9,"lines":[{"a":4}]}]}`, `all(orders, .total == sum(.lines, .a))`, 0, invariant.Broken, "orders[1]: .total 9, sum(.lines, .a) 4", "orders[1].total orders[1].lines[0].a"},

		// Texts and other keys.
		{"in", "", `currency in ["EUR", "USD"]`, 0, invariant.Holds, "", ""},
		{"in, broken", "", `currency in ["CHF", "USD"]`, 0, invariant.Broken, `currency "EUR", want in ["CHF", "USD"]`, "currency"},
		{"in a list of the document", "", `"b" in tags`, 0, invariant.Holds, "", ""},
		{"not in", "", `"b" not in tags`, 0, invariant.Broken, `tags ["a", "b"], want "b" not in it`, "tags"},
		{"in numbers", "", `net in [1, 100]`, 0, invariant.Holds, "", ""},
		{"contains", "", `vendor.name contains "GmbH"`, 0, invariant.Holds, "", ""},
		{"starts", "", `number startsWith "RE-"`, 0, invariant.Broken, `number "INV-7", want startsWith "RE-"`, "number"},
		{"ends", "", `number endsWith "-7"`, 0, invariant.Holds, "", ""},
		{"matches", "", `number matches "^INV-[0-9]+$"`, 0, invariant.Holds, "", ""},
		{"matches, broken", "", `number matches "^[0-9]+$"`, 0, invariant.Broken, `number "INV-7", want matches "^[0-9]+$"`, "number"},
		{"case", "", `lower(currency) == "eur" and upper("a") == "A" and trim(" a") == "a"`, 0, invariant.Holds, "", ""},
		{"texts of two fields", "", `vat_id startsWith vendor.country`, 0, invariant.Holds, "", ""},
		{"get", "", `get("unit-price") == 1.5`, 0, invariant.Holds, "", ""},
		{"get, nested", "", `get("vendor.vat-id") != vat_id`, 0, invariant.Holds, "", ""},
		{"by brackets", "", `vendor["vat-id"] == "DE136695977"`, 0, invariant.Holds, "", ""},
		{"get of a row", `{"lines":[{"unit-price":2}]}`, `all(lines, get(#, "unit-price") == 3)`, 0, invariant.Broken, `lines[0]: get(#, "unit-price") 2, want 3`, "lines[0].unit-price"},
		{"a key that is a function", "", `date == "2024-01-31"`, 0, invariant.Holds, "", ""},

		// Checksums.
		{"iban", "", `iban(iban)`, 0, invariant.Holds, "", ""},
		{"iban, broken", `{"iban":"DE89 3704 0044 0532 0130 01"}`, `iban(iban)`, 0, invariant.Broken, `iban "DE89 3704 0044 0532 0130 01" fails the IBAN check`, "iban"},
		{"luhn", "", `luhn(card)`, 0, invariant.Holds, "", ""},
		{"ean", "", `ean(ean)`, 0, invariant.Holds, "", ""},
		{"vat", "", `vat(vat_id)`, 0, invariant.Holds, "", ""},
		{"vat, broken", "", `vat(vendor["vat-id"])`, 0, invariant.Broken, `vendor["vat-id"] "DE136695977" fails the VAT check of DE`, `vendor.vat-id`},
		{"of what is empty", `{}`, `iban(iban)`, 0, invariant.NotApplicable, "iban is empty", "iban"},
		{"of what is not a code", `{"iban":true}`, `iban(iban)`, 0, invariant.Broken, "iban true is neither a number nor a text", "iban"},
	} {
		t.Run(tt.why, func(t *testing.T) {
			text := tt.doc
			if text == "" {
				text = ruleInvoice
			}
			if tt.why == "no document" {
				text = "null"
			}
			doc, err := document.Parse([]byte(text))
			require.NoError(t, err)
			if strconv.IntSize == 32 && tt.why == "no digit is lost" {
				t.Skip("the parser of rules reads whole numbers as an int")
			}
			r, err := ruleOf(tt.rule, tt.tolerance, readerOf)
			require.NoError(t, err)
			got := checked(t.Context(), r, doc)
			want := invariant.Result{State: tt.want, Note: tt.note, Paths: strings.Fields(tt.paths)}
			if tt.paths == "" {
				want.Paths = nil
			}
			assert.Equal(t, want, got)
		})
	}
}

func TestParseErrors(t *testing.T) {
	for _, tt := range []struct{ rule, want string }{
		{` `, "column 1: the rule is empty"},
		{`total`, ""}, // it may be true or false
		{`total + 1`, "column 7: the rule is a number or a date, want yes or no, such as total == net + tax"},
		{`date - 1`, "column 6: the rule is a number or a date, want yes or no, such as total == net + tax"},
		{`"x"`, "column 1: the rule is a text, want yes or no, such as total == net + tax"},
		{`total = net`, "column 7: = is not an operator; write == to compare"},
		{`total == net +`, "column 14: the rule ends where a value or a bracket is missing"},
		{`total == (net`, "column 13: the rule ends where a value or a bracket is missing"},
		{`total == net tax`, `column 14: unexpected ("tax")`},
		{`tax ?? 0 + net == 1`, "column 10: ?? binds tighter than it looks; put brackets around it: (tax ?? 0) + net"},
		{`total == summ(lines, .amount)`, `column 10: unknown function "summ"; valid are abs, all, any, count, date, ean, filter, get, has, iban, len, lower, luhn, map, max, min, none, one, round, sum, trim, upper, vat; did you mean "sum"?`},
		{`ab + (cd + al(max(a, b), lines, #))`, `column 12: unknown function "al"; valid are abs, all, any, count, date, ean, filter, get, has, iban, len, lower, luhn, map, max, min, none, one, round, sum, trim, upper, vat; did you mean "all"?`},
		{`total == .amount`, `column 10: unexpected (".")`},
		{`total == rond(net)`, `column 10: unknown function "rond"; valid are abs, all, any, count, date, ean, filter, get, has, iban, len, lower, luhn, map, max, min, none, one, round, sum, trim, upper, vat; did you mean "round"?`},
		{`now() > date`, "column 1: a rule has no clock: it would hold of an answer today and not tomorrow; compare dates of the document"},
		{`repeat("a", 1000000000) == x`, `column 1: unknown function "repeat"; valid are abs, all, any, count, date, ean, filter, get, has, iban, len, lower, luhn, map, max, min, none, one, round, sum, trim, upper, vat`},
		{`sum(1..1000000000) == x`, "column 6: a rule has no ranges; write x >= 1 and x <= 10"},
		{`x ** 9 == 1`, "column 3: a rule has no powers; write x * x"},
		{`x == nil`, "column 6: nil is not a value of a rule; has(x) says whether x is there, and x ?? 0 what to take where it is not"},
		{`let a = x; a == 1`, "column 5: a rule is one expression, without let and semicolons"},
		{`x[1:2] == 1`, "column 2: a rule does not cut lists or texts; filter(lines, …) chooses rows"},
		{`x[-1] == 1`, "column 2: an index is a number from 0 on, a key a text in quotes"},
		{`{"a": 1} == x`, "column 1: this is not part of a rule"},
		{`x.y() == 1`, "column 3: values have no methods; functions are written round(x, 2)"},
		{`$env == 1`, "column 1: $env is not a value of the document"},
		{`round(x, y) == 1`, "column 1: round takes the number of decimals, 0 to 30, as its second argument"},
		{`round(x, 31) == 1`, "column 1: round takes the number of decimals, 0 to 30, as its second argument"},
		{`abs(x, y) == 1`, "column 1: abs takes 1 argument, not 2"},
		{`has(1 + 2)`, "column 7: has takes a value of the document, such as has(tax)"},
		{`get(x)`, "column 5: get takes a path in quotes: get(\"unit-price\")"},
		{`get("a..b") == 1`, ""},
		{`x matches "("`, "column 11: the pattern of matches: missing closing ): `(`"},
		{`x matches y`, "column 11: the pattern of matches has to be written out, in quotes"},
		{`x matches "(a{1000}){1000}"`, "column 11: the pattern of matches: invalid repeat count: `{1000}`"},
		{`1 == "a"`, `column 3: 1 is a number and "a" is a text; they are never equal`},
		{`(a < b) < 3`, "column 4: a < b is true or false, want a number or a date or a text"},
		{`"a" + 1 == x`, `column 1: "a" is a text, want a number or a date`},
		{`1 and x`, "column 1: 1 is a number, want true or false"},
		{`sum(lines, .a == 1) == 1`, "column 15: .a == 1 is true or false, want a number"},
		{`all(lines, .a + .b)`, ""},
		{`all(lines, 1)`, "column 12: 1 is a number, want true or false"},
		{`sum(lines, #index) == 1`, "column 12: #index is not part of a rule; # is the row, .amount a value in it"},
		{`date("31.01.2024") > x`, `column 6: "31.01.2024" is not a date such as "2024-03-01"`},
		{`x == 1e999`, "column 10: the number is too large"},
		{`x == 0x10`, "column 6: 0x10 is not a decimal number of at most 100 digits"},
		{`{`, "column 1: this is not part of a rule"},
		{`a == 1; b == 2`, "column 3: a rule is one expression, without let and semicolons"},
		{`sum(lines, .a; .b) == 1`, "column 14: a rule is one expression, without let and semicolons"},
		{strings.Repeat("(", 5000), "column 1: the rule has 5000 bytes, want at most 4096"},
		{strings.Repeat("(", 4096), "column 4096: the rule ends where a value or a bracket is missing"},
		{strings.Repeat("(", 2000) + "a" + strings.Repeat(")", 2000), ""},
		{strings.Repeat("not ", 1000) + "a", ""},
		{"a" + strings.Repeat("+a", 1500) + " == 1", ""},
		{"a" + strings.Repeat("<a", 2000), ""},
		{strings.Repeat("(", 100) + "a" + strings.Repeat(" ?: b)", 100), "column 1: the rule is too deeply nested; make several invariants of it"},
		{strings.Repeat("(0 < ", 100) + "a" + strings.Repeat(" < 9 ? 1 : 2)", 100) + " == 1", "column 1: the rule is too deeply nested; make several invariants of it"},
	} {
		_, err := ruleOf(tt.rule, 0, nil)
		if tt.want == "" {
			if tt.rule == `get("a..b") == 1` {
				assert.ErrorContains(t, err, "column 5: ")
			} else {
				assert.NoError(t, err, tt.rule)
			}
			continue
		}
		assert.EqualError(t, err, tt.want, tt.rule)
	}
}

func TestPlacesOfRules(t *testing.T) {
	const text = `total == sum(lines, .amount) and get("a-b").c == lines[0].amount and vendor["x.y"] == total and all(filter(orders, .ok), any(.tags, # == "a"))`
	r, err := ruleOf(text, 0, nil)
	require.NoError(t, err)
	want := []string{"total", "lines", "lines[].amount", "a-b.c", `vendor["x.y"]`, "orders", "orders[].ok", "orders[].tags", "orders[].tags[]"}
	var got []string
	for _, place := range r.Places() {
		got = append(got, place.Attribute)
	}
	assert.Equal(t, want, got)
	_, err = ruleOf(text, 0.1, nil)
	assert.NoError(t, err, "== may be tolerant")
	_, err = ruleOf(`a < b and iban(c)`, 0.1, nil)
	assert.ErrorContains(t, err, "tolerance: the rule has no ==")
}

// Work is bounded by the document, and by ctx.
func TestBounds(t *testing.T) {
	rows := `{"a":[` + strings.Repeat("1,", 20_000) + `1]}`
	doc, err := document.Parse([]byte(rows))
	require.NoError(t, err)
	r, err := ruleOf(`all(a, count(a, # == 1) > 0)`, 0, nil)
	require.NoError(t, err)
	assert.Equal(t, invariant.Result{State: invariant.Errored, Note: "the rule takes more than 1040009 steps on this document"}, checked(t.Context(), r, doc))

	ended, end := context.WithCancelCause(t.Context())
	end(errors.New("over"))
	assert.Equal(t, invariant.Result{State: invariant.Errored, Note: "context canceled"}, checked(ended, r, doc))

	one, err := ruleOf(`sum(a) == 20001 and all(a, # == 1)`, 0, nil)
	require.NoError(t, err)
	assert.Equal(t, invariant.Result{State: invariant.Holds}, checked(t.Context(), one, doc), "a pass or two is within the bounds")
}

// A pass over 20,000 rows (100,000 in long tests) is within the bounds, a pass for each row is not.
func TestManyRows(t *testing.T) {
	effort.OneGoroutine(t)
	n := effort.Size(20_000, 100_000)
	doc, err := document.Parse([]byte(fmt.Sprintf(`{"total":%d,"lines":[`, n*11/10) + strings.Repeat(`{"qty":2,"price":0.55,"amount":1.1},`, n-1) + `{"qty":2,"price":0.55,"amount":1.1}]}`))
	require.NoError(t, err)
	for _, tt := range effort.Some(3, []struct {
		rule  string
		state invariant.State
		note  string
	}{
		{`total == sum(lines, .amount)`, invariant.Holds, ""},
		{`all(lines, .qty * .price == .amount)`, invariant.Holds, ""},
		{fmt.Sprintf(`len(lines) == %d and count(lines, .amount > 1) == %[1]d`, n), invariant.Holds, ""},
		{`total == sum(lines, .price)`, invariant.Broken, fmt.Sprintf("total %d, sum(lines, .price) %d.00", n*11/10, n*11/20)},
		{`all(lines, .amount <= max(map(lines, .amount)))`, invariant.Errored, "the rule takes more than"},
		{`all(lines, count(lines, .qty == 2) > 0)`, invariant.Errored, "the rule takes more than"},
		{`any(lines, any(lines, any(lines, .qty > 2)))`, invariant.Errored, "the rule takes more than"},
	}) {
		r, err := ruleOf(tt.rule, 0, nil)
		require.NoError(t, err)
		o := checked(t.Context(), r, doc)
		assert.Equal(t, tt.state, o.State, "%s: %s", tt.rule, o.Note)
		assert.Contains(t, o.Note, tt.note, tt.rule)
	}
}

// The cost of a regular expression is counted by the length of the text and the size of the
// pattern: RE2 does not go back, and a large pattern on a long text ends the rule.
func TestRegularExpressionsAreBounded(t *testing.T) {
	pattern := strings.Repeat("(x?){99}", 8) + "$"
	r, err := ruleOf(`text matches "`+pattern+`"`, 0, nil)
	require.NoError(t, err)
	for n, state := range map[int]invariant.State{100: invariant.Holds, 1 << 20: invariant.Errored} {
		doc, err := document.Of(map[string]string{"text": strings.Repeat("x", n)})
		require.NoError(t, err)
		o := checked(t.Context(), r, doc)
		assert.Equal(t, state, o.State, "%d: %s", n, o.Note)
	}
	r, err = ruleOf(`text matches "(a*)*b"`, 0, nil) // exponential where a matcher goes back
	require.NoError(t, err)
	doc, err := document.Of(map[string]string{"text": strings.Repeat("a", 50_000)})
	require.NoError(t, err)
	assert.Equal(t, invariant.Broken, checked(t.Context(), r, doc).State)
}
