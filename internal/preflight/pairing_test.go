package preflight_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/preflight"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// answered holds a spec against pairs of a truth and its answer.
func answered(t *testing.T, spec string, pairs ...[2]string) preflight.Evidence {
	t.Helper()
	s, err := eval.ParseSpec([]byte(spec), nil)
	require.NoError(t, err)
	e, err := s.Compile()
	require.NoError(t, err)
	c, err := preflight.New(e, preflight.Options{})
	require.NoError(t, err)
	c.Part(1)
	for i, p := range pairs {
		truth, err := document.Parse([]byte(p[0]))
		require.NoError(t, err)
		require.NoError(t, c.Add(fmt.Sprintf("set.jsonl:%d", i+1), truth))
		r, err := e.Evaluate(t.Context(), p[1], truth)
		require.NoError(t, err)
		c.Answered(truth, &r)
	}
	return c.Evidence()
}

const byCode = `fields: [{path: lines, match: list, by: [code], fields: [code, name, {path: pos, match: numeric}, {path: sum, match: numeric}]}]`

func row(code, name string, pos, sum int) string {
	return fmt.Sprintf(`{"code":%q,"name":%q,"pos":%d,"sum":%d}`, code, name, pos, sum)
}

func rows(all ...string) string { return `{"lines":[` + strings.Join(all, ",") + `]}` }

// The codes of the answers are of another kind: only the name is the same in answer and truth.
func TestAByThatPairsFewIsAdvised(t *testing.T) {
	truth := rows(row("A-1", "Bolt", 1, 5), row("A-2", "Nut", 2, 5), row("A-3", "Washer", 3, 7), row("A-4", "Screw", 4, 8))
	for _, test := range []struct {
		name, spec, got string
		want            []string
	}{
		{"all by name", byCode, rows(row("x", "bolt ", 1, 5), row("A-2", "NUT", 2, 5), row("y", "Washer", 3, 0), row("z", "Screw", 4, 8)),
			[]string{`"lines": by: [code] pairs 1 of 4 items; by: [name] would pair 4 of 4`}},
		{"in another order", byCode, rows(row("z", "Screw", 1, 8), row("y", "Washer", 2, 0), row("A-2", "NUT", 3, 5), row("x", "bolt", 4, 5)),
			[]string{`"lines": by: [code] pairs 1 of 4 items; by: [name] would pair 4 of 4`}},
		{"the number of the row says something else", byCode, rows(row("A-3", "Wascher", 1, 7), row("A-4", "Skrew", 2, 8), row("q", "Bollt", 3, 1), row("r", "Nutt", 4, 2)),
			[]string{}},
		{"a name that appears twice", byCode, rows(row("x", "Bolt", 1, 5), row("y", "Bolt", 2, 5), row("A-3", "Bolt", 9, 7), row("A-4", "Screw", 8, 8)),
			[]string{}},
		{"every code is right", byCode, truth, []string{}},
		{"rows are missing", byCode, rows(row("A-1", "Bolt", 1, 5)), []string{}},
		{"two fields", strings.Replace(byCode, "by: [code]", "by: [code, name]", 1), rows(row("xxxx", "Bolt", 1, 5), row("yyyy", "Nut", 2, 5), row("zzzz", "Washer", 3, 1), row("qqqq", "Screw", 4, 8)),
			[]string{`"lines": by: [code, name] pairs 0 of 4 items; by: [name] would pair 4 of 4`}},
		{"fields that nobody named", `fields: [{path: lines, match: list, by: code}]`, rows(row("x", "Bolt", 7, 5), row("y", "Nut", 8, 5), row("z", "Washer", 9, 1), row("q", "Screw", 6, 8)),
			[]string{`"lines": by: [code] pairs 0 of 4 items; by: [name] would pair 4 of 4`}},
		{"the default By", `fields: [{path: lines, match: list, fields: [code, name]}]`, rows(row("x", "Bolt", 1, 5)), []string{}},
		{"in order", strings.Replace(byCode, "by: [code]", "by: [code], assign: in_order", 1), rows(row("x", "Nut", 1, 5)), []string{}},
		{"no answer", byCode, `{}`, []string{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := answered(t, test.spec, [2]string{truth, test.got})
			assert.Equal(t, test.want, texts(e.Findings()))
		})
	}
}

// Pages that are counted from 0 beside pages from 1 pair with their neighbours.
func TestAByOfOtherNumbers(t *testing.T) {
	const spec = `fields: [{path: lines, match: list, by: [pos], fields: [code, {path: pos, match: numeric}]}]`
	pages := func(numbers ...int) string {
		var all []string
		for _, n := range numbers {
			all = append(all, fmt.Sprintf(`{"code":"x","pos":%d}`, n))
		}
		return rows(all...)
	}
	shifted := [2]string{pages(1, 2, 3), pages(2, 0, 1)}
	less := `"lines": by: [pos] pairs other items: its numbers are less by 1 in the answers, in all 3 lists with as many items on both sides; number both alike`
	for _, tt := range []struct {
		reason string
		pairs  [][2]string
		want   []string
	}{
		{"all", [][2]string{shifted, shifted, {pages(4, 5), pages(3, 4)}}, []string{less}},
		{"a page is missing in another", [][2]string{shifted, shifted, shifted, {pages(1, 2, 3), pages(1, 2)}}, []string{less}},
		{"greater", [][2]string{{pages(1, 2), pages(11, 12)}, {pages(3, 4), pages(13, 14)}, {pages(1, 9), pages(11, 19)}},
			[]string{`"lines": by: [pos] pairs other items: its numbers are greater by 10 in the answers, in all 3 lists with as many items on both sides; number both alike`}},
		{"too few", [][2]string{shifted, shifted}, nil},
		{"one as it is", [][2]string{shifted, {pages(1, 2), pages(1, 2)}, shifted, shifted}, nil},
		{"another difference", [][2]string{shifted, shifted, {pages(1, 2), pages(3, 4)}, shifted}, nil},
		{"several differences", [][2]string{{pages(1, 2), pages(0, 2)}, shifted, shifted, shifted}, nil},
	} {
		for n := range len(tt.pairs) { // in parts, too
			sum := answered(t, spec, tt.pairs[:n]...).Plus(answered(t, spec, tt.pairs[n:]...))
			assert.ElementsMatch(t, tt.want, texts(sum.Findings()), tt.reason)
		}
	}
}

func TestAByElsewhere(t *testing.T) {
	e := answered(t, `fields: [{path: out.rows, expected_path: lines, match: list, by: [code], fields: [{path: code}, {path: title, expected_path: name}]}]`, [2]string{
		rows(row("A-1", "Bolt", 1, 5), row("A-2", "Nut", 2, 5)), `{"out":{"rows":[{"code":"x","title":"Nut"},{"code":"y","title":"Bolt"}]}}`,
	})
	assert.Equal(t, []string{`"lines": by: [code] pairs 0 of 2 items; by: [title] would pair 2 of 2`}, texts(e.Findings()))
}

// By itself the truth shows only that By does not tell its items apart.
func TestAByThatTellsNothingApart(t *testing.T) {
	for _, test := range []struct {
		name, truth string
		want        []string
	}{
		{"few have it", `{"lines":[{"code":"a","name":"x"},{"name":"y"},{"name":"z"},{"name":"z"}]}`, []string{}},
		{"most have another", `{"lines":[{"code":"a","name":"x"},{"name":"y"},{"name":"z"}]}`,
			[]string{`"lines": by: [code] tells 1 of 3 items from the others of their lists; by: [name] would tell 3 of 3`}},
		{"all have the same", `{"lines":[{"code":"a","name":"x"},{"code":"A","name":"y"}]}`,
			[]string{`"lines": by: [code] tells 0 of 2 items from the others of their lists; by: [name] would tell 2 of 2`}},
		{"half are told apart", `{"lines":[{"code":"a","name":"x"},{"code":"b","name":"y"},{"code":"c","name":"z"},{"code":"c","name":"q"}]}`, []string{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s, err := eval.ParseSpec([]byte(`fields: [{path: lines, match: list, by: [code], fields: [code, name]}]`), nil)
			require.NoError(t, err)
			findings := evidence(t, s, preflight.Options{}, test.truth).Findings()
			assert.Equal(t, test.want, texts(findings))
			if len(test.want) > 0 {
				assert.Equal(t, []string{"name"}, preflight.Repair(s, findings).Fields[0].List.By)
				assert.Equal(t, []string{"code"}, s.Fields[0].List.By, "the spec itself stays")
			}
		})
	}
}

// The evidence does not depend on the order of the cases, nor on how they are split, however many
// keys items have.
func TestPairingDoesNotDependOnOrder(t *testing.T) {
	const spec = `fields: [{path: lines, match: list, by: code}]`
	random := rand.New(rand.NewPCG(1, 2))
	var pairs [][2]string
	for range 12 {
		var want, got []string
		for i := range 3 {
			row := fmt.Sprintf(`"name":"n%d","k%02d":"v%d","k%02d":%d`, i, random.IntN(60), i, 60+random.IntN(30), i)
			want = append(want, fmt.Sprintf(`{"code":"w%d",%s}`, i*i*i, row))
			got = append(got, fmt.Sprintf(`{"code":"----%d",%s}`, i, row))
		}
		pairs = append(pairs, [2]string{rows(want...), rows(got...)})
	}
	all := answered(t, spec, pairs...)
	require.Len(t, all.Fields[0].Pairing.Keys, 20)
	for range 5 {
		random.Shuffle(len(pairs), func(i, j int) { pairs[i], pairs[j] = pairs[j], pairs[i] })
		assert.Equal(t, all.Fields[0], answered(t, spec, pairs...).Fields[0])
		a, b := answered(t, spec, pairs[:5]...), answered(t, spec, pairs[5:]...)
		assert.Equal(t, all.Fields[0].Pairing, a.Plus(b).Fields[0].Pairing)
		assert.Equal(t, all.Fields[0].Pairing, b.Plus(a).Fields[0].Pairing)
	}
}
