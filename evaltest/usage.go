package evaltest

import (
	"context"

	"github.com/extracteval/extracteval/evaltest/internal/call"
	"github.com/extracteval/extracteval/internal/usage"
)

// Usage counts the tokens, calls and cost of an extractor for one case. See
// [usage.Usage].
type Usage = usage.Usage

// AddUsage adds the usage of a call of a model or service to the current case. Call it from
// within [Suite].Extract, or from a comparator that calls a model, such as package judge,
// with the context that it gets. Calls for the same case, retries included, add up, and may
// be concurrent. ctx is the context of Extract or derived from it; with any other context,
// as in production, AddUsage does nothing. It also does nothing once the call of Extract has
// ended or was abandoned. Numbers that are negative or NaN are left out. A 0 is left out as
// unknown, unless Usage.Free says that the call cost nothing, as an answer from a cache:
//
//	evaltest.AddUsage(ctx, evaltest.Usage{InputTokens: u.Prompt, OutputTokens: u.Completion, Calls: 1})
//	evaltest.AddUsage(ctx, evaltest.Usage{Free: true})
//
// An extractor whose answers are from package replay adds the usage in the recorded
// response. Usage that the real provider adds itself is recorded with its response,
// and added again on replay.
func AddUsage(ctx context.Context, u Usage) { call.MeterOf(ctx).Add(u.Costs()) }
