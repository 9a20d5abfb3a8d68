package eval_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/testdata/effort"
)

// A shape makes lists whose true correspondence is known: a row of the truth, and the row that an
// extractor makes of it.
type shape struct {
	name string
	by   []string // the keys that the author of a spec would state
	row  func(g *gen) map[string]any
	read func(g *gen, row map[string]any)
	text string // the key whose texts run together where two rows are merged
}

// gen draws the values of rows.
type gen struct{ *rand.Rand }

func (g *gen) some(p float64) bool { return g.Float64() < p }

func (g *gen) one(of string) string {
	words := strings.Fields(of)
	return words[g.IntN(len(words))]
}

const (
	dishes = "nasi mie ayam bakso sate rendang soto gado rawon pecel tahu tempe udang cumi ikan bebek kopi teh jeruk es latte pandan goreng bakar rebus pedas manis asin spesial jumbo"
	firsts = "Anna Boris Chen Dana Emil Fatima Georg Hana Ivan Julia Karl Lena Miguel Nora Oskar Paula Quentin Rosa Sven Tara Ulf Vera Wei Xenia Yuki Zoe"
	lasts  = "Meier Novak Zhang Garcia Schmidt Rossi Silva Kowalski Jensen Dubois Tanaka Murphy Okafor Petrov Larsen Moreau Bauer Costa Haddad Nguyen"
	towns  = "Berlin Lisbon Prague Oslo Turin Lyon Kyoto Dublin Lagos Porto"
	shops  = "REWE ALDI LIDL SHELL BAHN AMAZON NETFLIX EDEKA DM IKEA"
	parts  = "bolt nut washer bracket hinge spring gasket bearing bushing flange clamp rivet"
	sizes  = "M3 M4 M5 M6 M8 M10 M12"
	metals = "steel brass zinc nylon copper"
)

// damage replaces, drops or doubles a share of the characters, as OCR does.
func (g *gen) damage(text string, share float64) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case !g.some(share):
			b.WriteRune(r)
		case g.some(0.6):
			b.WriteByte("l1I0Oo5S8Brnmce"[g.IntN(15)])
		case g.some(0.5):
			b.WriteRune(r)
			b.WriteRune(r)
		}
	}
	return b.String()
}

func (g *gen) cents(most int) float64 { return float64(1+g.IntN(most*100)) / 100 }

var shapes = []shape{{
	name: "menu, wrong prices", by: []string{"nm"}, text: "nm",
	row: func(g *gen) map[string]any {
		return map[string]any{"nm": g.one(dishes) + " " + g.one(dishes) + " " + g.one(dishes), "cnt": 1 + g.IntN(2), "price": 500 * (10 + g.IntN(90))}
	},
	read: func(g *gen, row map[string]any) {
		row["nm"] = g.damage(row["nm"].(string), 0.03)
		if g.some(0.4) {
			row["price"] = 500 * (10 + g.IntN(90))
		}
	},
}, {
	name: "authors, index in the truth only", by: []string{"name"}, text: "name",
	row: func(g *gen) map[string]any {
		return map[string]any{"index": g.IntN(1000), "name": g.one(firsts) + " " + g.one(lasts), "affiliation": "University of " + g.one(towns), "email": g.one(lasts) + "@example.org"}
	},
	read: func(g *gen, row map[string]any) {
		delete(row, "index")
		if g.some(0.2) {
			delete(row, "email")
		}
		first, last, _ := strings.Cut(row["name"].(string), " ")
		if g.some(0.2) {
			row["name"] = first[:1] + ". " + last
		}
		row["affiliation"] = g.damage(row["affiliation"].(string), 0.02)
	},
}, {
	name: "bank transactions", by: []string{"date", "text", "amount"}, text: "text",
	row: func(g *gen) map[string]any {
		return map[string]any{"date": fmt.Sprintf("2024-%02d-%02d", 1+g.IntN(3), 1+g.IntN(28)), "text": g.one(shops) + " " + g.one(towns) + " " + fmt.Sprint(g.IntN(9000)+1000), "amount": -g.cents(200), "currency": "EUR"}
	},
	read: func(g *gen, row map[string]any) {
		row["text"] = g.damage(row["text"].(string), 0.03)
		switch {
		case g.some(0.1):
			row["amount"] = -row["amount"].(float64)
		case g.some(0.1):
			row["date"] = fmt.Sprintf("2024-%02d-%02d", 1+g.IntN(3), 1+g.IntN(28))
		}
	},
}, {
	name: "parts", by: []string{"sku"}, text: "name",
	row: func(g *gen) map[string]any {
		return map[string]any{"sku": fmt.Sprintf("%s-%04d", g.one("AB CX KL"), g.IntN(10000)), "name": g.one(metals) + " " + g.one(parts) + " " + g.one(sizes), "qty": 1 + g.IntN(50), "unit": "pcs"}
	},
	read: func(g *gen, row map[string]any) {
		if g.some(0.15) {
			row["sku"] = g.damage(row["sku"].(string), 0.2)
		}
		if g.some(0.2) {
			row["qty"] = 1 + g.IntN(50)
		}
		if g.some(0.1) {
			delete(row, "unit")
		}
	},
}, {
	name: "damaged lines, described", by: []string{"description"}, text: "description",
	row: func(g *gen) map[string]any {
		return map[string]any{"description": g.one(metals) + " " + g.one(parts) + " " + g.one(sizes) + " " + g.one(dishes) + " " + g.one(towns), "amount": g.cents(500)}
	},
	read: func(g *gen, row map[string]any) {
		row["description"] = g.damage(row["description"].(string), 0.15)
		if g.some(0.2) {
			row["amount"] = g.cents(500)
		}
	},
}, {
	name: "damaged lines", by: []string{"text"}, text: "text",
	row: func(g *gen) map[string]any {
		return map[string]any{"text": g.one(dishes) + " " + g.one(metals) + " " + g.one(parts) + " " + g.one(towns), "amount": g.cents(500)}
	},
	read: func(g *gen, row map[string]any) {
		row["text"] = g.damage(row["text"].(string), 0.15)
		if g.some(0.2) {
			row["amount"] = g.cents(500)
		}
	},
}, {
	name: "misread names, described", by: []string{"description"}, text: "description",
	row: menuRow("description"), read: misreadMenu("description"),
}, {
	name: "misread names", by: []string{"nm"}, text: "nm",
	row: menuRow("nm"), read: misreadMenu("nm"),
}}

// menuRow draws a row of a receipt: a short name, and four amounts.
func menuRow(name string) func(*gen) map[string]any {
	return func(g *gen) map[string]any {
		count, price := 1+g.IntN(3), 500*(10+g.IntN(90))
		return map[string]any{name: g.code(), "cnt": count, "price": price, "tax": count * price / 10, "total": count * price}
	}
}

// misreadMenu reads a tenth of the names as other ones, and a fifth of the prices wrong.
func misreadMenu(name string) func(*gen, map[string]any) {
	return func(g *gen, row map[string]any) {
		switch {
		case g.some(0.1):
			row[name] = g.code()
		case g.some(0.2):
			row["price"] = 500 * (10 + g.IntN(90))
		}
	}
}

// code draws four capital letters.
func (g *gen) code() string {
	var b [4]byte
	for i := range b {
		b[i] = byte('A' + g.IntN(26))
	}
	return string(b[:])
}

// lists draws a list of the truth and the list that an extractor read: shuffled, with a tenth of
// the rows dropped, a tenth added and a twentieth merged with the next one. partners has the rows
// of the truth that each row of got may be paired with.
func (s *shape) lists(g *gen) (got, want []any, partners [][]int) {
	n := 3 + g.IntN(25)
	for range n {
		want = append(want, s.row(g))
	}
	read := func(row any) map[string]any {
		clone := map[string]any{}
		for key, v := range row.(map[string]any) {
			clone[key] = v
		}
		s.read(g, clone)
		return clone
	}
	for i := 0; i < n; i++ {
		row, of := read(want[i]), []int{i}
		switch {
		case g.some(0.1):
			continue
		case g.some(0.05) && i+1 < n:
			row[s.text] = fmt.Sprint(row[s.text], " ", read(want[i+1])[s.text])
			of = []int{i, i + 1}
			i++
		}
		got, partners = append(got, row), append(partners, of)
		if g.some(0.1) {
			got, partners = append(got, read(s.row(g))), append(partners, nil)
		}
	}
	g.Shuffle(len(got), func(i, j int) {
		got[i], got[j] = got[j], got[i]
		partners[i], partners[j] = partners[j], partners[i]
	})
	return got, want, partners
}

// pairingOf says how well a list is paired: the F1 of the pairs that were found against
// those that are true, and the share of the found ones that are false. A merged row may be
// paired with any of its parts, or with none.
func pairingOf(tb tester, s *shape, list *eval.List, lists int) (f1, falsePairs float64) {
	tb.Helper()
	spec := fields(eval.Field{Path: "rows", List: list})
	if list == nil {
		spec = eval.Spec{}
	}
	e, err := spec.Compile()
	require.NoError(tb, err)
	g := &gen{rand.New(rand.NewPCG(23, 5))}
	right, wrong, missed := 0, 0, 0
	for range lists {
		got, want, partners := s.lists(g)
		gotText, _ := json.Marshal(map[string]any{"rows": got})
		wantText, _ := json.Marshal(map[string]any{"rows": want})
		r, err := e.Evaluate(context.Background(), gotText, wantText)
		require.NoError(tb, err)
		found := map[int]bool{}
		for _, p := range r.Alignments[0].Pairs {
			of := partners[p.Got]
			switch {
			case len(of) == 1 && of[0] == p.Want:
				right++
				found[p.Got] = true
			case len(of) == 2 && (of[0] == p.Want || of[1] == p.Want):
			default:
				wrong++
			}
		}
		for i, of := range partners {
			if len(of) == 1 && !found[i] {
				missed++
			}
		}
	}
	return 2 * float64(right) / float64(2*right+wrong+missed), float64(wrong) / float64(max(right+wrong, 1))
}

// A list whose spec says nothing about pairing is paired as a person would pair it.
func TestDefaultPairingIsAPersons(t *testing.T) {
	effort.OneGoroutine(t)
	lists := effort.Draws(t, effort.Size(20, 200))
	for i := range shapes {
		t.Run(shapes[i].name, func(t *testing.T) {
			f1, falsePairs := pairingOf(t, &shapes[i], &eval.List{}, lists)
			assert.GreaterOrEqual(t, f1, 0.98)
			assert.LessOrEqual(t, falsePairs, 0.03)
			f1, _ = pairingOf(t, &shapes[i], nil, lists)
			assert.GreaterOrEqual(t, f1, 0.98, "without a spec")
		})
	}
}

// BenchmarkPairing gives the figures of BENCHMARKS.md.
func BenchmarkPairing(b *testing.B) {
	for i := range shapes {
		s := &shapes[i]
		for _, how := range []struct {
			name string
			list *eval.List
		}{
			{"no-spec", nil}, {"default", &eval.List{}}, {"optimal", &eval.List{Assign: eval.Optimal}},
			{"default-0.8", &eval.List{Threshold: 0.8}}, {"by", &eval.List{By: s.by}}, {"by-optimal", &eval.List{By: s.by, Assign: eval.Optimal}},
		} {
			b.Run(strings.ReplaceAll(s.name, " ", "_")+"/"+how.name, func(b *testing.B) {
				for b.Loop() {
					f1, falsePairs := pairingOf(b, s, how.list, 200)
					b.ReportMetric(100*f1, "%F1")
					b.ReportMetric(100*falsePairs, "%false")
				}
			})
		}
	}
}
