package evaltest

import (
	"context"

	"github.com/extracteval/extracteval/evaltest/internal/meter"
	"github.com/extracteval/extracteval/report/usage"
)

// Usage is what an extractor used up for one case. See [usage.Usage].
type Usage = usage.Usage

// AddUsage says, from within [Suite].Extract, what a call of a model or service used up; so
// does a comparator that asks one, such as package judge, with the context that it gets.
// It adds to what was said for the same case before, retries included, and may be called
// concurrently. ctx is the context of Extract or made of it; with another one, as in
// production, nothing happens. Nothing is added once the call of Extract has ended or was
// given up. What is negative or not a number is left out, and so is what is 0, as not known,
// unless Usage.Free says that it took nothing, as an answer from a cache does:
//
//	evaltest.AddUsage(ctx, evaltest.Usage{InputTokens: u.Prompt, OutputTokens: u.Completion, Calls: 1})
//	evaltest.AddUsage(ctx, evaltest.Usage{Free: true})
//
// An extractor whose answers are from package replay says what stands in the recorded
// response. What the real provider says itself is recorded with its response, and said
// again when it is replayed.
func AddUsage(ctx context.Context, u Usage) { meter.From(ctx).Add(u.Costs()) }
