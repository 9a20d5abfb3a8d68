package internal_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/internal/source"
	"github.com/extracteval/extracteval/metrics/document"
)

// The ways in which people label wrongly.
const (
	mistyped      = "mistyped"            // a letter or digit is replaced, doubled, left out or exchanged with its neighbour
	elsewhere     = "from elsewhere"      // the document prints the value, but of something else
	otherDocument = "of another document" // the value of the field in another document
	leftOut       = "row left out"        // a row of the lines is missing
)

// wrongLabel is a wrong label that was planted.
type wrongLabel struct {
	doc, kind string
	leaf      leaf // the value before
	value     any  // the planted value
}

// plantLabels returns the corpus with fifty wrong labels, each in a document of its own.
func plantLabels(random *rand.Rand, docs []studied) (truths []studied, labels []wrongLabel) {
	truths = slices.Clone(docs)
	order := random.Perm(len(docs))
	for _, part := range []struct {
		kind string
		n    int
	}{{mistyped, 20}, {elsewhere, 12}, {otherDocument, 10}, {leftOut, 8}} {
		for range part.n {
			for at, i := range order {
				if e, truth, ok := plantLabel(random, docs, i, part.kind); ok {
					truths[i].truth = truth
					labels = append(labels, e)
					order = slices.Delete(order, at, at+1)
					break
				}
			}
		}
	}
	return truths, labels
}

// plantLabel makes a label of a document wrong, if one of its attempts succeeds.
func plantLabel(random *rand.Rand, docs []studied, i int, kind string) (e wrongLabel, truth any, ok bool) {
	d := &docs[i]
	if kind == leftOut {
		rows, _ := d.truth.(map[string]any)["lines"].([]any)
		if len(rows) < 2 {
			return e, nil, false
		}
		row := random.IntN(len(rows))
		rest := slices.Delete(slices.Clone(rows), row, row+1)
		e = wrongLabel{d.name, kind, leaf{path: document.Path{document.Key("lines"), document.Item(row), document.Key("amount")}, attribute: "lines[].amount", value: rows[row]}, nil}
		return e, with(d.truth, document.Path{document.Key("lines")}, rest), true
	}
	for range attempts {
		v := choose(random, d)
		var value any
		switch kind {
		case mistyped:
			value, ok = garble(random, v.value, false)
		case elsewhere:
			value, ok = pick(random, d, v)
		case otherDocument:
			value, ok = fromAnother(random, docs, i, v)
		}
		if ok && differ(value, v.value) {
			return wrongLabel{d.name, kind, v, value}, with(d.truth, v.path, value), true
		}
	}
	return e, nil, false
}

// attempts is the number of random attempts.
const attempts = 50

// choose draws an attribute, then one of its values, so that rows are not drawn more
// often than the total.
func choose(random *rand.Rand, d *studied) leaf {
	all := leaves(d.truth)
	var attributes []string
	for _, v := range all {
		if !slices.Contains(attributes, v.attribute) {
			attributes = append(attributes, v.attribute)
		}
	}
	attribute := oneOf(random, attributes)
	return oneOf(random, slices.DeleteFunc(all, func(v leaf) bool { return v.attribute != attribute }))
}

func oneOf[T any](random *rand.Rand, all []T) T { return all[random.IntN(len(all))] }

// differ reports whether two values differ: numbers as such, texts by their letters
// and digits.
func differ(a, b any) bool {
	m, ok := a.(json.Number)
	n, too := b.(json.Number)
	if ok && too {
		x, _ := m.Float64()
		y, _ := n.Float64()
		return math.Abs(x-y) > 0.005
	}
	return ok == too && squash(fmt.Sprint(a)) != squash(fmt.Sprint(b))
}

// fromAnother gives the value of the same attribute in another document.
func fromAnother(random *rand.Rand, docs []studied, i int, v leaf) (any, bool) {
	j := random.IntN(len(docs))
	all := slices.DeleteFunc(leaves(docs[j].truth), func(o leaf) bool { return o.attribute != v.attribute })
	if i == j || len(all) == 0 {
		return nil, false
	}
	return oneOf(random, all).value, true
}

// find returns what a search finds in the text, which it searches once.
func (d *studied) find(name string, search func(text string) []any) []any {
	if d.found[name] == nil {
		d.found[name] = search(d.text)
	}
	return slices.Clone(d.found[name])
}

// pick gives a value of the same kind that the document prints elsewhere.
func pick(random *rand.Rand, d *studied, v leaf) (any, bool) {
	var others []any
	switch v.attribute {
	case "total", "tax", "lines[].amount":
		others = d.find("amounts", amounts)
	case "date", "due_date":
		others = d.find("days", days)
		for _, o := range leaves(d.truth) {
			if o.attribute == "date" || o.attribute == "due_date" {
				others = append(others, o.value)
			}
		}
	case "number", "vendor.tax_id":
		others = d.find("codes", codes)
	case "vendor.name", "customer", "lines[].description":
		others = d.find("phrases", phrases)
	}
	others = slices.DeleteFunc(others, func(o any) bool {
		if _, ok := o.(json.Number); ok {
			return !differ(o, v.value)
		}
		a, b := squash(o.(string)), squash(v.value.(string))
		return strings.Contains(a, b) || strings.Contains(b, a)
	})
	if len(others) == 0 {
		return nil, false
	}
	return oneOf(random, others), true
}

// planted is a wrong value with its origin.
type planted struct {
	doc       *studied
	attribute string
	got, want any
	origin    source.Origin
}

// plantAnswers returns a hundred wrong values of each origin. wrong reports whether the
// comparator of a field finds two values different: an evaluation counts equal values as right.
// standing is the number of invented values that were dropped because the text may contain them.
//
// Quantities and currencies are left out: nearly every invoice contains a 2 and a EUR.
func plantAnswers(random *rand.Rand, docs []studied, wrong func(attribute string, got, want any) bool) (answers []planted, standing int) {
	const each = 100
	for _, origin := range origins {
		for n := 0; n < each; {
			i := random.IntN(len(docs))
			d := &docs[i]
			v := choose(random, d)
			if v.attribute == "currency" || v.attribute == "lines[].quantity" {
				continue
			}
			var got any
			ok := false
			switch origin {
			case source.Misread: // only a printed value can be misread
				got, ok = garble(random, v.value, true)
				ok = ok && plainly(d.text, v.value)
			case source.Picked:
				got, ok = pick(random, d, v)
			case source.MadeUp:
				if random.IntN(2) == 0 {
					got, ok = fromAnother(random, docs, i, v)
				} else {
					got, ok = invent(random, v.attribute), true
				}
				if ok && differ(got, v.value) && plainly(d.text, got) {
					standing++
					ok = false
				}
			}
			if ok && differ(got, v.value) && wrong(v.attribute, got, v.value) {
				answers = append(answers, planted{d, v.attribute, got, v.value, origin})
				n++
			}
		}
	}
	return answers, standing
}

// invent returns a plausible value that does not depend on the document.
func invent(random *rand.Rand, attribute string) any {
	switch attribute {
	case "total", "tax", "lines[].amount": // from 1 to 5,000, small ones as often as large ones
		return json.Number(fmt.Sprintf("%.2f", math.Exp(random.Float64()*math.Log(5000))))
	case "date", "due_date":
		return fmt.Sprintf("20%d-%02d-%02d", 20+random.IntN(6), 1+random.IntN(12), 1+random.IntN(28))
	case "number":
		return fmt.Sprintf("%s%d", oneOf(random, []string{"INV-2024-", "RE-", "F", "2023/", ""}), 1000+random.IntN(9000))
	case "vendor.tax_id":
		return fmt.Sprintf("%s%09d", oneOf(random, []string{"DE", "GB", "FR12", "ES"}), random.IntN(1e9))
	case "vendor.name":
		return oneOf(random, []string{"Acme Corporation", "Musterfirma GmbH", "Example Ltd", "Société Exemple", "Contoso S.L.", "Globex", "Rossi & Figli S.r.l."})
	case "customer":
		return oneOf(random, []string{"John Doe", "Max Mustermann", "Jane Smith", "Jean Dupont", "Mario Rossi", "Juan García", "Jan Jansen"})
	}
	return oneOf(random, []string{"Consulting services", "Monthly subscription", "Beratungsleistung", "Versandkosten", "Prestation de service", "Servicios varios", "Manodopera", "Werkzaamheden"})
}
