package regression

import (
	"context"
	"strings"
	"sync"
)

// recorded returns the recorded response of the provider.
func recorded(_ context.Context, r Record) (string, error) { return r.ProviderResponseText, nil }

// recorder collects responses until the set is written.
type recorder struct {
	scrub     func(string) string
	mu        sync.Mutex
	responses map[string]string // by caseId, from the first trial with a response
}

func (k *recorder) around(ask func(context.Context, Record) (string, error)) func(context.Context, Record) (string, error) {
	return func(ctx context.Context, r Record) (string, error) {
		response, err := ask(ctx, r)
		if err != nil {
			return "", err
		}
		if k.scrub != nil {
			response = k.scrub(response)
		}
		// A set is UTF-8 text. Judge the response as a replay will read it.
		response = strings.ToValidUTF8(response, "\uFFFD")
		k.mu.Lock()
		defer k.mu.Unlock()
		if _, again := k.responses[r.CaseID]; !again {
			k.responses[r.CaseID] = response
		}
		return response, nil
	}
}
