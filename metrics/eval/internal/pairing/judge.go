package pairing

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
)

const maxDetails = 64 << 10 // bytes of a comparison's details

// Same reports whether a comparison need not be made: c is Auto or Exact, and both values have the same JSON text. It is a
// match without a note, and its numbers are 1. Most answers of a good extractor are such matches.
func Same(c compare.Comparator, got, want document.Value) bool {
	switch c.(type) {
	case compare.Auto, compare.Exact:
		return got.RawText() == want.RawText()
	}
	return false
}

// Judge calls a comparator and checks its result. A panic and numbers out of range are errors. Judge drops details that
// are not JSON or too long.
func Judge(ctx context.Context, c compare.Comparator, got, want document.Value) (result compare.Comparison, err error) {
	defer func() {
		if r := recover(); r != nil {
			result, err = compare.Comparison{}, fmt.Errorf("the comparator panicked: %v", r)
		}
	}()
	if noted(ctx, c, got, want) {
		return compare.Comparison{}, nil
	}
	result, err = c.Compare(ctx, got, want)
	if err != nil {
		return compare.Comparison{}, err
	}
	if !inRange(&result.Score) {
		return compare.Comparison{}, fmt.Errorf("the comparator gave the score %v, which is not in [0,1]", result.Score)
	}
	if !inRange(&result.Similarity) {
		return compare.Comparison{}, fmt.Errorf("the comparator gave the similarity %v, which is not in [0,1]", result.Similarity)
	}
	switch details := result.Details; {
	case len(details) == 0:
	case len(details) > maxDetails || !json.Valid(details):
		result.Details = nil
	default:
		result.Details = bytes.Clone(details) // the comparator may reuse their memory
	}
	return result, nil
}

// inRange reports whether v is in [0,1], within compare.Slack, and moves it into [0,1].
func inRange(v *float64) bool {
	if !(*v >= -compare.Slack && *v <= 1+compare.Slack) {
		return false
	}
	*v = min(max(*v, 0), 1)
	return true
}
