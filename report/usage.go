package report

import "github.com/extracteval/extracteval/internal/usage"

// Spending is the use of tokens, calls, money and time by the cases of a data set, over all trials: Amounts has an
// [Amount] for each quantity that a case reports.
type Spending = usage.Spending

// Amount is the use of one [Quantity]: Cases that report it, Silent ones that do not, Total, Mean, P50 and P95.
type Amount = usage.Amount

// Quantity is "cost" (in US dollars), "tokens", "input_tokens", "output_tokens", "cached_tokens", "calls",
// "replayed_calls" or "latency" (in seconds).
type Quantity = usage.Quantity
