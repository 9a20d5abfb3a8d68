package regression

import (
	"context"
	"strings"
	"sync"
)

// recorded answers as the record says that the provider did.
func recorded(_ context.Context, r Record) (string, error) { return r.ProviderResponseText, nil }

// recorder keeps responses until the set is written.
type recorder struct {
	scrub     func(string) string
	mu        sync.Mutex
	responses map[string]string // by caseId, of the first trial that had one
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
		// A set is a text in UTF-8: what is judged is what a replay will read.
		response = strings.ToValidUTF8(response, "\uFFFD")
		k.mu.Lock()
		defer k.mu.Unlock()
		if _, again := k.responses[r.CaseID]; !again {
			k.responses[r.CaseID] = response
		}
		return response, nil
	}
}
