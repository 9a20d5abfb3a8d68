package score

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/arithmetic"
	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
)

// units are the units of [usage.Usage.Costs] that a program may report for its answers.
var units = []string{usage.UnitUSD, string(usage.InputTokens), string(usage.OutputTokens), string(usage.CachedTokens), string(usage.Calls)}

// unitsMeant maps names of other programs to our units, "" for a name of the sum of two.
var unitsMeant = map[string]string{
	"cost": usage.UnitUSD, "cost_usd": usage.UnitUSD, "price": usage.UnitUSD, "total_cost": usage.UnitUSD,
	"prompt_tokens": string(usage.InputTokens), "promptTokenCount": string(usage.InputTokens), "inputTokens": string(usage.InputTokens),
	"completion_tokens": string(usage.OutputTokens), "candidatesTokenCount": string(usage.OutputTokens), "outputTokens": string(usage.OutputTokens),
	"cache_read_input_tokens": string(usage.CachedTokens), "cachedContentTokenCount": string(usage.CachedTokens),
	"requests": string(usage.Calls), "total_tokens": "", "totalTokenCount": "", "totalTokens": "", "tokens": "",
}

// stopReasons are names that APIs give the reason why a model stopped.
var stopReasons = []string{"stop", "stop_reason", "stopReason", "finish_reason", "finishReason", "done_reason"}

// checkUnit returns an error unless a name is one of the units that a program may report for its answers, "usd",
// "input_tokens", "output_tokens", "cached_tokens" and "calls", or "replayed_calls". The error names the unit that was
// probably meant. Names of other programs are not synonyms: only the writer of the file knows whether prompt_tokens
// includes tokens from a cache.
func checkUnit(name string) error {
	if slices.Contains(units, name) || name == string(usage.ReplayedCalls) {
		return nil
	}
	hint := words.Hint(name, units)
	switch unit, ok := unitsMeant[name]; {
	case slices.Contains(stopReasons, name):
		hint = `; the reason why a model stopped stands beside usage, under "stop"`
	case unit != "":
		hint = fmt.Sprintf("; did you mean %q?", unit)
	case ok:
		hint = fmt.Sprintf("; it is the sum of %q and %q: say these", usage.InputTokens, usage.OutputTokens)
	}
	return fmt.Errorf("unknown key %q%s (valid: %s)", name, hint, strings.Join(units, ", "))
}

// readUsage returns the usage that an object reports, by unit, in the form of [usage.Usage.Costs]. The keys are the names that
// [checkUnit] accepts, the values numbers from 0. null reports no usage. If a key appears twice, its first value
// counts. The error lists each key that is unknown or has no number from 0; readUsage leaves these out.
func readUsage(stated document.Value) (map[string]float64, error) {
	switch stated.Kind() {
	case document.Null:
		return nil, nil
	case document.Object:
	default:
		return nil, fmt.Errorf("usage is %s, want an object such as {%q: 0.0021}", kindOf(stated), usage.UnitUSD)
	}
	var costs map[string]float64
	var wrong []string
	for key, value := range stated.Members() {
		if err := checkUnit(key); err != nil {
			wrong = append(wrong, err.Error())
			continue
		}
		number, err := strconv.ParseFloat(value.RawText(), 64)
		switch _, repeated := costs[key]; {
		case repeated || value.Kind() == document.Null:
		case value.Kind() != document.Number || err != nil || !(number >= 0 && number <= math.MaxFloat64):
			wrong = append(wrong, fmt.Sprintf("%q is %s, want a number from 0", key, kindOf(value)))
		default:
			arithmetic.Map(&costs)[key] = number
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
