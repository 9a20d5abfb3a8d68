package accept_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
	"github.com/extracteval/extracteval/report/redact"
)

// leafs counts the leaves of a result, but for those that are rightly absent.
func leafs(r eval.Result) map[string]int {
	all := map[string]int{}
	for _, f := range r.Fields {
		if f.Outcome != metrics.CorrectAbsence {
			all[fmt.Sprintf("%s %s %s %s", f.Attribute, f.Outcome, f.Got, f.Want)]++
		}
	}
	return all
}

// Whatever is accepted, no other byte changes, and evaluating again gives matches where something
// was accepted, and the same outcomes as before elsewhere.
func TestAcceptProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := 0
		draw := func(of ...string) string { return rapid.SampledFrom(of).Draw(t, "draw") }
		looks := rand.New(rand.NewPCG(1, rapid.Uint64().Draw(t, "looks")))
		blank := func() string { return []string{"", "", " ", "  "}[looks.IntN(4)] }
		// sides draws the two sides of a leaf: texts that no other leaf has.
		sides := func() (got, want string) {
			n++
			g, w := fmt.Sprintf(`"g%d"`, n), fmt.Sprintf(`"w%d"`, n)
			switch draw("match", "wrong", "missing", "hallucinated", "absent") {
			case "match":
				return w, w
			case "wrong":
				return g, w
			case "missing":
				return "null", w
			case "hallucinated":
				return g, "null"
			}
			return "null", "null"
		}
		object := func(members ...string) string { // of key, value, key, value
			text := ""
			for i := 0; i < len(members); i += 2 {
				if members[i+1] == "null" && looks.IntN(2) == 0 {
					continue
				}
				if text != "" {
					text += blank() + "," + blank()
				}
				text += `"` + members[i] + `"` + blank() + ":" + blank() + members[i+1]
			}
			return "{" + blank() + text + blank() + "}"
		}
		array := func(items []string) string {
			return "[" + blank() + strings.Join(items, blank()+","+blank()) + blank() + "]"
		}
		document := func() (got, want string) {
			number, numberWant := sides()
			name, nameWant := sides()
			total, totalWant := sides()
			currency, currencyWant := sides()
			if currencyWant != "null" {
				currencyWant = `[` + currencyWant + `,"other"]` // as the record has it
			}
			var rows, rowsWant, tags, tagsWant []string
			for range rapid.IntRange(0, 4).Draw(t, "rows") {
				qty, count := sides()
				sku := fmt.Sprintf(`"s%d"`, n)
				side := draw("both", "got", "want")
				if side != "want" {
					rows = append(rows, object("sku", sku, "qty", qty))
				}
				if side != "got" {
					rowsWant = append(rowsWant, object("count", count, "sku", sku))
				}
			}
			for range rapid.IntRange(0, 3).Draw(t, "tags") {
				n++
				tag, side := fmt.Sprintf(`"t%d"`, n), draw("both", "got", "want")
				if side != "want" {
					tags = append(tags, tag)
				}
				if side != "got" {
					tagsWant = append(tagsWant, tag)
				}
			}
			got = object("number", number, "vendor", object("name", name), "total", total, "currency", currency, "lines", array(rows), "tags", array(tags))
			want = object("more", "[1]", "amounts", object("net", "1", "gross", totalWant), "currency", currencyWant, "number", numberWant,
				"vendor", object("name", nameWant), "body", object("rows", array(rowsWant)), "tags", array(tagsWant))
			return got, want
		}

		file := draw("", "\uFEFF")
		var gots, wants, lines []string
		for i := range rapid.IntRange(1, 5).Draw(t, "cases") {
			got, want := document()
			gots, wants = append(gots, got), append(wants, want)
			lines = append(lines, object("id", fmt.Sprintf(`"c%d"`, i), "input", "[]", "want", want, "tags", "{}")+draw("", " ")+draw("\n", "\r\n", "\n\n"))
		}
		lines[len(lines)-1] = strings.TrimRight(lines[len(lines)-1], draw("\n\r", "x"))
		file += strings.Join(lines, "")
		labels, err := accept.Lines("set.jsonl", []byte(file), "")
		require.NoError(t, err)

		expect := file
		exact := true // expect is known to the byte
		var after []map[string]int
		for i := range gots {
			id := fmt.Sprintf("c%d", i)
			ds, c, before := recorded(t, invoice, redact.Redaction{}, id, gots[i], wants[i])
			leaves := leafs(before)
			all, refused := accept.RulesOf(ds).Changes(&c)
			require.Empty(t, refused)
			var chosen []accept.Change
			for _, change := range all {
				if !rapid.Bool().Draw(t, "accept") {
					continue
				}
				chosen = append(chosen, change)
				becomes := func(f eval.FieldResult) {
					leaves[fmt.Sprintf("%s %s %s %s", f.Attribute, f.Outcome, f.Got, f.Want)]--
					if len(f.Got) > 0 && string(f.Got) != "null" {
						leaves[fmt.Sprintf("%s match %s %s", f.Attribute, f.Got, f.Got)]++
					}
				}
				for _, f := range before.Fields {
					row := strings.HasPrefix(f.Path, change.Path) && change.Path != f.Attribute
					switch {
					case f.Outcome.Hit() || f.Outcome != change.Outcome:
					case f.Path == change.Path, row && strings.HasSuffix(change.Attribute, "[]"):
						becomes(f)
					}
				}
				switch {
				case change.Want == nil || string(change.Want) == "null" || strings.HasSuffix(change.Attribute, "[]"):
					exact = false
				case change.Got == nil:
					expect = strings.Replace(expect, string(change.Want), "null", 1)
				default:
					expect = strings.Replace(expect, string(change.Want), string(change.Got), 1)
				}
			}
			done, refused := labels.Apply(id, c.DataHash, chosen)
			require.Empty(t, refused)
			require.Len(t, done, len(chosen))
			if len(chosen) == 0 {
				require.Equal(t, strings.TrimRight(lines[i], "\n"), strings.TrimRight(lineOf(string(labels.Bytes()), id), "\n"), "a line without a change")
			}
			for key, n := range leaves {
				if n == 0 {
					delete(leaves, key)
				}
			}
			after = append(after, leaves)
		}
		text := string(labels.Bytes())
		if exact {
			require.Equal(t, expect, text)
		}
		for i := range gots {
			line := lineOf(text, fmt.Sprintf("c%d", i))
			var parsed struct {
				Want struct {
					More    json.RawMessage
					Amounts struct{ Net int }
				}
			}
			require.NoError(t, json.Unmarshal([]byte(line), &parsed))
			assert.Equal(t, "[1]", string(parsed.Want.More), "nobody compares it")
			assert.Equal(t, 1, parsed.Want.Amounts.Net)
			var want struct{ Want json.RawMessage }
			require.NoError(t, json.Unmarshal([]byte(line), &want))
			_, _, result := recorded(t, invoice, redact.Redaction{}, "x", gots[i], string(want.Want))
			require.Equal(t, after[i], leafs(result))
		}
	})
}

// lineOf returns the line of a case with its line end.
func lineOf(file, id string) string {
	for _, line := range strings.SplitAfter(strings.TrimPrefix(file, "\uFEFF"), "\n") {
		var c struct{ ID string }
		if json.Unmarshal([]byte(line), &c) == nil && c.ID == id {
			return line
		}
	}
	return ""
}
