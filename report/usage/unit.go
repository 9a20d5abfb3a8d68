package usage

import (
	"fmt"
	"slices"
	"strings"

	"github.com/extracteval/extracteval/metrics/similarity/nearest"
)

// units are those of [Usage.Costs] that a program may say of its answers.
var units = []string{unitUSD, string(InputTokens), string(OutputTokens), string(CachedTokens), string(Calls)}

// meant are the units that others call so, "" for what is the sum of two.
var meant = map[string]string{
	"cost": unitUSD, "cost_usd": unitUSD, "price": unitUSD, "total_cost": unitUSD,
	"prompt_tokens": string(InputTokens), "promptTokenCount": string(InputTokens), "inputTokens": string(InputTokens),
	"completion_tokens": string(OutputTokens), "candidatesTokenCount": string(OutputTokens), "outputTokens": string(OutputTokens),
	"cache_read_input_tokens": string(CachedTokens), "cachedContentTokenCount": string(CachedTokens),
	"requests": string(Calls), "total_tokens": "", "totalTokenCount": "", "totalTokens": "", "tokens": "",
}

// CheckUnit returns an error when a name is not one of the units "usd", "input_tokens",
// "output_tokens", "cached_tokens" and "calls" that a program may say of its answers, with the
// one that was meant. Names of other programs are no synonyms: what prompt_tokens counts, whether
// those from a cache are among them, is for whoever writes the file to know.
func CheckUnit(name string) error {
	if slices.Contains(units, name) || name == string(ReplayedCalls) {
		return nil
	}
	hint := nearest.Hint(name, units)
	switch unit, ok := meant[name]; {
	case unit != "":
		hint = fmt.Sprintf("; did you mean %q?", unit)
	case ok:
		hint = fmt.Sprintf("; it is the sum of %q and %q: say these", InputTokens, OutputTokens)
	}
	return fmt.Errorf("unknown key %q%s (valid: %s)", name, hint, strings.Join(units, ", "))
}
