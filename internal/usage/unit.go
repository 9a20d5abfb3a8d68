package usage

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// units are the units of [Usage.Costs] that a program may report for its answers.
var units = []string{unitUSD, string(InputTokens), string(OutputTokens), string(CachedTokens), string(Calls)}

// meant maps other programs' names to our units, "" for a sum of two.
var meant = map[string]string{
	"cost": unitUSD, "cost_usd": unitUSD, "price": unitUSD, "total_cost": unitUSD,
	"prompt_tokens": string(InputTokens), "promptTokenCount": string(InputTokens), "inputTokens": string(InputTokens),
	"completion_tokens": string(OutputTokens), "candidatesTokenCount": string(OutputTokens), "outputTokens": string(OutputTokens),
	"cache_read_input_tokens": string(CachedTokens), "cachedContentTokenCount": string(CachedTokens),
	"requests": string(Calls), "total_tokens": "", "totalTokenCount": "", "totalTokens": "", "tokens": "",
}

// CheckUnit returns an error when a name is not one of the units "usd", "input_tokens", "output_tokens",
// "cached_tokens" and "calls" that a program may report for its answers, with the unit that was probably meant. Names
// of other programs are no synonyms: whether prompt_tokens includes tokens from a cache is known only to the writer
// of the file.
func CheckUnit(name string) error {
	if slices.Contains(units, name) || name == string(ReplayedCalls) {
		return nil
	}
	hint := words.Hint(name, units)
	switch unit, ok := meant[name]; {
	case unit != "":
		hint = fmt.Sprintf("; did you mean %q?", unit)
	case ok:
		hint = fmt.Sprintf("; it is the sum of %q and %q: say these", InputTokens, OutputTokens)
	}
	return fmt.Errorf("unknown key %q%s (valid: %s)", name, hint, strings.Join(units, ", "))
}

// Read returns the use that an object reports, by unit, as [Usage.Costs] does: its numbers from 0 by the names of
// [CheckUnit]. null reports no use, and of a key that appears twice the first one counts. The error lists each key
// that is unknown or has no number from 0; these are left out.
func Read(said document.Value) (map[string]float64, error) {
	switch said.Kind() {
	case document.Null:
		return nil, nil
	case document.Object:
	default:
		return nil, fmt.Errorf("usage is %s, want an object such as {%q: 0.0021}", kindOf(said), unitUSD)
	}
	var costs map[string]float64
	var wrong []string
	for key, value := range said.Members() {
		if err := CheckUnit(key); err != nil {
			wrong = append(wrong, err.Error())
			continue
		}
		number, err := strconv.ParseFloat(value.RawText(), 64)
		switch _, again := costs[key]; {
		case again || value.Kind() == document.Null:
		case value.Kind() != document.Number || err != nil || !(number >= 0 && number <= math.MaxFloat64):
			wrong = append(wrong, fmt.Sprintf("%q is %s, want a number from 0", key, kindOf(value)))
		default:
			if costs == nil {
				costs = map[string]float64{}
			}
			costs[key] = number
		}
	}
	if len(wrong) > 0 {
		return costs, fmt.Errorf("usage: %s", strings.Join(wrong, "; "))
	}
	return costs, nil
}

// kindOf names the kind of a value, or returns a number itself.
func kindOf(v document.Value) string {
	switch v.Kind() {
	case document.String:
		return "a text"
	case document.Array:
		return "an array"
	case document.Object:
		return "an object"
	}
	return v.RawText()
}
