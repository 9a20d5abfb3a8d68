package regression

import (
	"context"
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"strings"
	"sync"

	"github.com/extracteval/extracteval/evaltest/regression"
	"github.com/extracteval/extracteval/evaltest/replay"
)

// Noisy answers like model, except for a share of the calls, from 0 to 1: in these, the answer is cut off, a class or
// an offset is wrong, or the service is overloaded. The mistakes depend on the seed, the document and the number of
// earlier calls for the document, so that a run can be repeated.
func Noisy(model replay.Provider[regression.Request], share float64, seed uint64) replay.Provider[regression.Request] {
	var mu sync.Mutex
	asked := map[string]uint64{}
	return func(ctx context.Context, r regression.Request) (string, error) {
		mu.Lock()
		n := asked[r.DocumentText]
		asked[r.DocumentText]++
		mu.Unlock()
		h := fnv.New64a()
		h.Write([]byte(r.DocumentText))
		luck := rand.New(rand.NewPCG(seed+n, h.Sum64()))

		response, err := model(ctx, r)
		if err != nil || luck.Float64() >= share {
			return response, err
		}
		switch luck.IntN(4) {
		case 0:
			return response[:len(response)/2], nil
		case 1:
			return strings.Replace(response, `"class":"date"`, `"class":"amount"`, 1), nil
		case 2:
			return strings.Replace(response, `"start":`, `"start":1`, 1), nil
		}
		return "", errors.New("429 Too Many Requests")
	}
}
