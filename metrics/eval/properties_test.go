package eval_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/testdata/effort"
)

// The parts of documents: few keys and few values, so that they collide.
var (
	scalars = rapid.SampledFrom([]any{nil, "", " ", "a", "A", "b b", "b c", 0, 1, 1.5, true, false, "2024-01-02", "1"})
	keys    = rapid.SampledFrom([]string{"a", "b", "c", "description", "0", "x.y"})
)

func anything(depth int) *rapid.Generator[any] {
	if depth == 0 {
		return scalars
	}
	return rapid.Custom(func(t *rapid.T) any {
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			return rapid.SliceOfN(anything(depth-1), 0, 3).Draw(t, "array")
		case 1:
			return rapid.MapOfN(keys, anything(depth-1), 0, 4).Draw(t, "object")
		}
		return scalars.Draw(t, "scalar")
	})
}

var objects = rapid.Custom(func(t *rapid.T) any { return rapid.MapOfN(keys, anything(3), 0, 5).Draw(t, "object") })

// rows are items of lists with a description, an amount and a nested list.
var rows = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) any {
	row := map[string]any{"description": rapid.SampledFrom([]string{"aaaaa", "aaaab", "aaabb", "aabbb", "ccccc", "", "ccccd"}).Draw(t, "description")}
	if rapid.Bool().Draw(t, "has amount") {
		row["amount"] = rapid.IntRange(0, 2).Draw(t, "amount")
	}
	if rapid.Bool().Draw(t, "has parts") {
		parts := []any{}
		for _, n := range rapid.SliceOfN(rapid.IntRange(1, 3), 0, 3).Draw(t, "parts") {
			parts = append(parts, map[string]any{"n": n})
		}
		row["parts"] = parts
	}
	return row
}), 0, 5)

func rowSpec(a eval.Assign, by ...string) eval.Spec {
	return fields(eval.Field{Path: "rows", List: &eval.List{Assign: a, By: by, Fields: []eval.Field{
		{Path: "description"}, {Path: "amount", Match: compare.Numeric{}},
		{Path: "parts", List: &eval.List{Assign: a, Fields: []eval.Field{{Path: "n"}}}},
	}}})
}

// Every value of the truth is right, wrong, missing or unjudged, and every value of
// got is right, wrong, hallucinated or invented, once.
func TestOutcomesPartitionTheLeaves(t *testing.T) {
	for _, spec := range []eval.Spec{{}, {Aggregation: eval.MacroF1}, {EmptyCollections: true}} {
		rapid.Check(t, func(t *rapid.T) {
			got, want := objects.Draw(t, "got"), objects.Draw(t, "want")
			r := evaluate(t, spec, got, want)
			checkResult(t, r)
			inGot, inWant := 0, 0
			for _, f := range r.Fields {
				switch f.Outcome {
				case metrics.Match, metrics.Wrong:
					inGot += size(f.Got)
					inWant += size(f.Want)
				case metrics.Missing:
					inWant += size(f.Want)
				case metrics.Hallucinated, metrics.Invented:
					inGot += size(f.Got)
				}
			}
			assert.Equal(t, leaves(got), inGot, "leaves of got")
			assert.Equal(t, leaves(want), inWant, "leaves of the truth")
		})
	}
}

func TestListCountsPartitionTheLeaves(t *testing.T) {
	for _, a := range []eval.Assign{eval.Greedy, eval.Optimal, eval.ByKey, eval.InOrder} {
		rapid.Check(t, func(t *rapid.T) {
			got, want := rows.Draw(t, "got"), rows.Draw(t, "want")
			r := evaluate(t, rowSpec(a), map[string]any{"rows": got}, map[string]any{"rows": want})
			checkResult(t, r)
			c := r.Table.Total()
			assert.Equal(t, leaves(want), c.Match+c.Wrong+c.Missing)
			assert.Equal(t, leaves(got), c.Match+c.Wrong+c.Hallucinated+c.Invented)
			items := mustCounts(t, r, "rows[]")
			assert.Equal(t, filled(want), items.Match+items.Missing)
			assert.Equal(t, filled(got), items.Match+items.Invented)
		})
	}
}

// filled counts the rows with a value.
func filled(rows []any) (n int) {
	for _, row := range rows {
		if leaves(row) > 0 {
			n++
		}
	}
	return n
}

// checkResult checks the properties of every result.
func checkResult(t *rapid.T, r eval.Result) {
	for _, s := range []float64{r.Score, r.NullScore} {
		assert.True(t, s >= 0 && s <= 1, "score %v", s)
	}
	var fromFields metrics.Table
	for _, f := range r.Fields {
		assert.True(t, f.Score >= 0 && f.Score <= 1 && f.Similarity >= 0 && f.Similarity <= 1 && f.Weight >= 0, "%+v", f)
		fromFields.Add(f.Attribute, f.Outcome)
	}
	for _, row := range fromFields.Attributes {
		c, ok := r.Table.Counts(row.Attribute)
		assert.True(t, ok)
		if !isItems(r.Table, row.Attribute) {
			assert.Equal(t, row.Counts, c, row.Attribute)
		}
	}
	assert.Equal(t, r.Verdict == eval.Pass, len(r.Misses) == 0 && r.Unreadable == "", "%s %q", r.Verdict, r.Misses)
}

func isItems(table metrics.Table, attribute string) bool {
	return slices.ContainsFunc(table.Attributes, func(r metrics.Row) bool { return r.Attribute == attribute && r.Items })
}

// leaves counts the non-empty scalars of a value, size counts those in a JSON text.
func leaves(v any) (n int) {
	switch v := v.(type) {
	case nil:
	case string:
		if strings.TrimSpace(v) != "" {
			n = 1
		}
	case []any:
		for _, item := range v {
			n += leaves(item)
		}
	case map[string]any:
		for _, member := range v {
			n += leaves(member)
		}
	default:
		n = 1
	}
	return n
}

func size(text json.RawMessage) int {
	if len(text) == 0 {
		return 0
	}
	var v any
	if err := json.Unmarshal(text, &v); err != nil {
		panic(err)
	}
	return leaves(v)
}

func TestSwappingSidesSwapsPrecisionAndRecall(t *testing.T) {
	var spec eval.Spec
	for key := range strings.FieldsSeq(`a b c description ["0"] ["x.y"]`) {
		spec.Fields = append(spec.Fields, eval.Field{Path: key, Match: compare.Exact{}})
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := objects.Draw(t, "a"), objects.Draw(t, "b")
		there, back := evaluate(t, spec, a, b).Table.Micro(), evaluate(t, spec, b, a).Table.Micro()
		assert.Equal(t, metrics.Confusion{TP: back.TP, TN: back.TN, FP: back.FN, FN: back.FP}, there)
	})
}

func TestOrderOfKeysAndSpaceChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		got, want := objects.Draw(t, "got"), objects.Draw(t, "want")
		seed := rapid.Uint64().Draw(t, "seed")
		plain := evaluate(t, eval.Spec{}, got, want)
		other := evaluate(t, eval.Spec{}, shuffledText(got, seed), shuffledText(want, seed+1))
		assert.ElementsMatch(t, brief(plain.Table), brief(other.Table))
		assert.InDelta(t, plain.Score, other.Score, 1e-9)
	})
}

// Rows without a match field are equal whatever the order of the elements of their sets.
func TestOrderInSetsChangesNoPairs(t *testing.T) {
	code := eval.Field{Path: "code", List: &eval.List{By: []string{"amount"}, Fields: []eval.Field{{Path: "parts", Set: &eval.Set{}}}}}
	r := evaluate(t, fields(code), `{"code":[{"parts":["v","u"]},{"parts":["x"]}]}`, `{"code":[{"parts":["x"]},{"parts":["u","v"]}]}`)
	assert.Empty(t, r.Misses)
	assert.Equal(t, 1.0, r.Score)
}

// White space within values that are arrays changes no pairs of elements or items.
func TestSpaceInArraysChangesNoPairs(t *testing.T) {
	points := fields(eval.Field{Path: "a", Set: &eval.Set{Match: compare.Point{}, Assign: eval.ByKey}})
	boxes := fields(eval.Field{Path: "a", List: &eval.List{Fields: []eval.Field{{Path: "p", Set: &eval.Set{Match: compare.Box{}}}, {Path: "q", Match: compare.Exact{}}}}})
	for _, tt := range []struct {
		spec             eval.Spec
		got, other, want string
	}{
		{points, `{"a":[[9,3]]}`, `{"a":[ [9, 3] ]}`, `{"a":[[9,3]]}`},
		{boxes, `{"a":[{"p":[[9,3,20,9]],"q":"zzz"}]}`, `{"a":[{"p":[[9, 3, 20, 9]],"q":"zzz"}]}`, `{"a":[{"p":[[9,3,20,9]],"q":"u"}]}`},
	} {
		plain, spaced := evaluate(t, tt.spec, tt.got, tt.want), evaluate(t, tt.spec, tt.other, tt.want)
		assert.Len(t, plain.Alignments[0].Pairs, 1)
		assert.Equal(t, plain.Alignments, spaced.Alignments)
		assert.Equal(t, plain.Table, spaced.Table)
	}
	rows := fields(eval.Field{Path: "a", List: &eval.List{Fields: []eval.Field{{Path: "q", Match: compare.Code{}}, {Path: "c", Match: compare.Exact{}}}}})
	got := `{"a":[{"c":[1,2],"q":"+49 30 123456"}]}`
	plain, spaced := evaluate(t, rows, got, `{"a":[{"c":[1,2]},{"c":[1,2],"q":"a"}]}`), evaluate(t, rows, got, `{"a":[{"c":[1, 2]},{"c":[1,2],"q":"a"}]}`)
	assert.Equal(t, plain.Alignments, spaced.Alignments)
	assert.Equal(t, plain.Score, spaced.Score)
}

// shuffledText writes a value with its members in random order and white space.
func shuffledText(v any, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	var write func(any) string
	write = func(v any) string {
		switch v := v.(type) {
		case []any:
			var parts []string
			for _, item := range v {
				parts = append(parts, write(item))
			}
			return "[ " + strings.Join(parts, ",\n") + "]"
		case map[string]any:
			var parts []string
			for _, key := range slices.Sorted(maps.Keys(v)) {
				k, _ := json.Marshal(key)
				parts = append(parts, string(k)+"\t: "+write(v[key]))
			}
			r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
			return "{" + strings.Join(parts, " , ") + "\n}"
		}
		text, _ := json.Marshal(v)
		return string(text)
	}
	return write(v)
}

// varied are items that may each have keys that others lack: the common keys are known only when
// all items were looked at.
var varied = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) any {
	row := map[string]any{}
	for _, key := range []string{"zip", "name", "pack", "size"} {
		if rapid.Bool().Draw(t, "has "+key) {
			row[key] = rapid.SampledFrom([]any{"Bolt", "bolt M4", "Bolts", 1, 2, []any{"a", "b"}, []any{1, 2}}).Draw(t, key)
		}
	}
	return row
}), 0, 5)

type taggedRow struct {
	Description string `json:"description"`
	Amount      *int   `json:"amount"`
	Parts       []struct {
		N int `json:"n"`
	} `json:"parts"`
}

func TestOrderOfItemsChangesNoCount(t *testing.T) {
	tagged, err := eval.SpecOf[struct {
		Rows []taggedRow `json:"rows"`
	}]()
	require.NoError(t, err)
	for _, tt := range effort.Some(6, []struct {
		spec eval.Spec
		rows *rapid.Generator[[]any]
	}{
		{rowSpec(eval.Optimal), rows}, {rowSpec(eval.Optimal, "description"), rows}, {rowSpec(eval.Greedy), rows},
		{rowSpec(eval.Greedy, "description"), rows}, {rowSpec(eval.ByKey, "description"), rows},
		{eval.Spec{}, rows}, {tagged, rows}, {fields(eval.Field{Path: "rows"}), rows},
		{eval.Spec{}, varied}, {fields(eval.Field{Path: "rows"}), varied}, {fields(eval.Field{Path: "rows", List: &eval.List{}}), varied},
		{fields(eval.Field{Path: "rows", List: &eval.List{Fields: []eval.Field{{Path: "zip"}, {Path: "name"}, {Path: "pack"}, {Path: "size"}}}}), varied},
	}) {
		rapid.Check(t, func(t *rapid.T) {
			got, want := tt.rows.Draw(t, "got"), tt.rows.Draw(t, "want")
			r := evaluate(t, tt.spec, map[string]any{"rows": got}, map[string]any{"rows": want})
			gots, wants := rapid.Permutation(got).Draw(t, "shuffled got"), rapid.Permutation(want).Draw(t, "shuffled want")
			other := evaluate(t, tt.spec, map[string]any{"rows": gots}, map[string]any{"rows": wants})
			assert.Equal(t, brief(r.Table), brief(other.Table))
			assert.InDelta(t, r.Score, other.Score, 1e-9)
		})
	}
}

// The items of the truth decide together which keys they have, in an order of their own.
func TestOrderOfItemsWithOtherKeys(t *testing.T) {
	const got = `{"lines":[{"name":"Bolt","qty":1}]}`
	one := evaluate(t, eval.Spec{}, got, `{"lines":[{"name":"Bolt","size":3},{"qty":1,"name":"Bolt"}]}`)
	two := evaluate(t, eval.Spec{}, got, `{"lines":[{"qty":1,"name":"Bolt"},{"name":"Bolt","size":3}]}`)
	assert.Equal(t, brief(one.Table), brief(two.Table))
	assert.Equal(t, one.Score, two.Score)
}

func TestCorrectingAValueNeverLowersTheScore(t *testing.T) {
	for _, aggregation := range []eval.Aggregation{eval.WeightedAverage, eval.AllOrNothing, eval.MacroF1} {
		spec := eval.Spec{Aggregation: aggregation, Fields: []eval.Field{
			{Path: "a", Weight: 3}, {Path: "b", Optional: true}, {Path: "c", Match: compare.Fuzzy{}}, {Path: "description", Match: compare.Auto{}},
		}}
		flat := rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "c", "description"}), scalars, 0, 4)
		rapid.Check(t, func(t *rapid.T) {
			got, want := flat.Draw(t, "got"), flat.Draw(t, "want")
			key := rapid.SampledFrom([]string{"a", "b", "c", "description"}).Draw(t, "key")
			before := evaluate(t, spec, got, want)
			got[key] = want[key]
			after := evaluate(t, spec, got, want)
			assert.GreaterOrEqual(t, after.Score, before.Score-1e-12)
		})
	}
}

func TestCorrectingAnItemNeverLowersTheScore(t *testing.T) {
	spec := fields(eval.Field{Path: "rows", List: &eval.List{Assign: eval.Optimal, By: []string{"description"}, Fields: []eval.Field{{Path: "description"}, {Path: "amount"}}}})
	rapid.Check(t, func(t *rapid.T) {
		got, want := rows.Draw(t, "got"), rows.Draw(t, "want")
		before := evaluate(t, spec, map[string]any{"rows": got}, map[string]any{"rows": want})
		pairs := before.Alignments[0].Pairs
		if len(pairs) == 0 {
			return
		}
		p := rapid.SampledFrom(pairs).Draw(t, "pair")
		corrected := slices.Clone(got)
		row := maps.Clone(got[p.Got].(map[string]any))
		row["amount"] = want[p.Want].(map[string]any)["amount"]
		corrected[p.Got] = row
		after := evaluate(t, spec, map[string]any{"rows": corrected}, map[string]any{"rows": want})
		assert.GreaterOrEqual(t, after.Score, before.Score-1e-12)
	})
}

func TestRowsThatPairWithNothingNeverRaiseTheScore(t *testing.T) {
	for _, a := range []eval.Assign{eval.Greedy, eval.Optimal} {
		rapid.Check(t, func(t *rapid.T) {
			got, want := rows.Draw(t, "got"), rows.Draw(t, "want")
			before := evaluate(t, rowSpec(a, "description"), map[string]any{"rows": got}, map[string]any{"rows": want})
			more := append(slices.Clone(got), map[string]any{"description": "zzzzzzzzzz", "amount": 9})
			after := evaluate(t, rowSpec(a, "description"), map[string]any{"rows": more}, map[string]any{"rows": want})
			assert.False(t, slices.ContainsFunc(after.Alignments[0].Pairs, func(p eval.Pair) bool { return p.Got == len(got) }))
			assert.LessOrEqual(t, after.Score, before.Score+1e-12)
			assert.Equal(t, before.Table.Total().Match, after.Table.Total().Match)
		})
	}
}

func TestOptimalPairsAtLeastAsMuchAsGreedy(t *testing.T) {
	total := func(r eval.Result) (sum float64) {
		for _, p := range r.Alignments[0].Pairs {
			if p.Agreeing == nil { // else its items were left over
				sum += p.Similarity
			}
		}
		return sum
	}
	rapid.Check(t, func(t *rapid.T) {
		got, want := map[string]any{"rows": rows.Draw(t, "got")}, map[string]any{"rows": rows.Draw(t, "want")}
		assert.GreaterOrEqual(t, total(evaluate(t, rowSpec(eval.Optimal, "description"), got, want)), total(evaluate(t, rowSpec(eval.Greedy, "description"), got, want))-1e-9)
	})
}

// The null score is the score of an answer without any value.
func TestNullScoreIsTheScoreOfNothing(t *testing.T) {
	optional := fields(eval.Field{Path: "a", Optional: true}, eval.Field{Path: "rows", List: &eval.List{Fields: []eval.Field{
		{Path: "amount", Optional: true}, {Path: "parts", List: &eval.List{Fields: []eval.Field{{Path: "n"}}}, Optional: true},
	}}})
	specs := []eval.Spec{{}, rowSpec(eval.Greedy), optional}
	for i := range specs {
		for _, aggregation := range []eval.Aggregation{eval.WeightedAverage, eval.AllOrNothing, eval.MacroF1} {
			spec := specs[i]
			spec.Aggregation = aggregation
			rapid.Check(t, func(t *rapid.T) {
				want := map[string]any{"rows": rows.Draw(t, "want"), "a": scalars.Draw(t, "a")}
				got := map[string]any{"rows": rows.Draw(t, "got"), "a": scalars.Draw(t, "b")}
				null := evaluate(t, spec, json.RawMessage("null"), want)
				assert.InDelta(t, null.Score, evaluate(t, spec, got, want).NullScore, 1e-12, fmt.Sprint(aggregation))
				assert.InDelta(t, null.Score, null.NullScore, 1e-12)
			})
		}
	}
}
