package judge

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/extracteval/extracteval/evaltest"
	"github.com/extracteval/extracteval/evaltest/internal/cases"
	"github.com/extracteval/extracteval/evaltest/replay"
)

// maxQuoted is the number of characters of a text that a message shows.
const maxQuoted = 60

// Kind is the kind of question to a model.
type Kind string

const (
	// Embedding asks for the embeddings of both texts; the similarity is their cosine, 0
	// if that is negative.
	Embedding Kind = "embedding"
	// Chat asks for a verdict in words: a JSON object with a similarity in [0,1] and a
	// reason.
	Chat Kind = "chat"
)

// Config describes a judge. Kind and Model are required; the other fields have
// defaults.
type Config struct {
	Kind  Kind   `json:"kind"`
	Model string `json:"model"`
	// Prompt tells a Chat model how to judge. Default: DefaultPrompt. It must ask for a
	// JSON object {"similarity": number in [0,1], "reason": text}.
	Prompt string `json:"prompt,omitzero"`
	// Parameters are further members of the request, such as "temperature": 0,
	// "seed": 1 or "dimensions": 256. A nil value removes a member that is sent by
	// default, such as "response_format".
	Parameters map[string]any `json:"parameters,omitzero"`

	// Mode is the source of verdicts: recordings, the endpoint with recording, or the endpoint
	// alone. Default: EVALTEST_PROVIDER at the time of New, else replay.Replay.
	Mode replay.Mode `json:"-"`
	// Dir is the folder of the recordings. Default: testdata/judge in the package's
	// directory.
	Dir string `json:"-"`

	// Price is the price of tokens, for the usage of cases. Default: tokens are counted
	// without a cost.
	Price Price `json:"-"`

	// BaseURL is the address of the endpoint: "http://localhost:11434/v1". Default:
	// OpenAI's.
	BaseURL string `json:"-"`
	// APIKey is sent to the endpoint, and is not stored. This package does not
	// read it from the environment: the caller does.
	APIKey string `json:"-"`
	// Timeout limits one attempt. Default 30 s.
	Timeout time.Duration `json:"-"`
	// Retries limits how often a failed attempt is repeated. Default 2; negative:
	// never.
	Retries int `json:"-"`
	// Concurrency is the number of concurrent requests. Default 4.
	Concurrency int `json:"-"`
	// HTTPClient makes the requests. Default: http.DefaultClient.
	HTTPClient *http.Client `json:"-"`
}

// Price is the price of a million tokens, in US dollars. Cached applies to input that the
// endpoint has read from a cache; default: the price of Input.
type Price struct{ Input, Cached, Output float64 }

// amount returns the cost of tokens. input includes cached.
func (p Price) amount(input, cached, output float64) float64 {
	return ((input-cached)*p.Input + cached*cmp.Or(p.Cached, p.Input) + output*p.Output) / 1e6
}

// Judge rates how alike two texts are. It is safe for concurrent use.
type Judge struct {
	config  Config
	asked   request // the request, without texts
	ask     func(context.Context, []request) ([]verdict, evaltest.Usage, error)
	limit   chan struct{}
	mu      sync.Mutex
	pending map[string]*pending // questions asked so far, by hash
}

// pending is a verdict that one call asks for while others may wait for it.
type pending struct {
	done    chan struct{}
	verdict verdict
	err     error
	again   bool // waiting callers ask again: the question failed with others in a call, or the caller's context ended
}

// verdict is the answer to one question.
type verdict struct {
	Similarity float64 `json:"similarity"`
	Reason     string  `json:"reason,omitzero"`
}

// New returns a judge. The error joins all mistakes in c. In modes replay.Record and replay.Real,
// BaseURL or APIKey is required.
func New(c Config) (*Judge, error) {
	c.Mode = cmp.Or(c.Mode, replay.Mode(os.Getenv("EVALTEST_PROVIDER")), replay.Replay)
	c.Dir = cmp.Or(c.Dir, "testdata/judge")
	c.Timeout = cmp.Or(c.Timeout, 30*time.Second)
	c.Retries = cmp.Or(c.Retries, 2)
	c.Concurrency = cmp.Or(c.Concurrency, 4)
	if c.Kind == Chat && c.Prompt == "" {
		c.Prompt = DefaultPrompt
	}
	if err := c.validate(); err != nil {
		return nil, err
	}
	j := &Judge{
		config: c, asked: request{Kind: c.Kind, Model: c.Model, Prompt: c.Prompt},
		limit: make(chan struct{}, c.Concurrency), pending: make(map[string]*pending),
	}
	if len(c.Parameters) > 0 {
		parameters, err := json.Marshal(c.Parameters)
		if err != nil {
			return nil, fmt.Errorf("judge: Parameters: %w", err)
		}
		j.asked.Parameters = parameters
	}
	switch c.Kind {
	case Embedding:
		j.ask = embeddingClient(c)
	case Chat:
		j.ask = chatClient(c)
	}
	if c.Mode != replay.Real {
		recordings(c.Dir).use("")
	}
	cases.NoteProvider("", string(c.Mode), c.Dir)
	return j, nil
}

func (c Config) validate() error {
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, fmt.Errorf("judge: "+format, args...)) }
	if kinds := []Kind{Embedding, Chat}; !slices.Contains(kinds, c.Kind) {
		fail("unknown Kind %q, want one of %q", c.Kind, kinds)
	}
	if modes := []replay.Mode{replay.Replay, replay.Record, replay.Real}; !slices.Contains(modes, c.Mode) {
		fail("unknown Mode %q (from EVALTEST_PROVIDER when it is not set in Config), want one of %q", c.Mode, modes)
	}
	if c.Model == "" {
		fail("no Model")
	}
	if c.Kind == Embedding && c.Prompt != "" {
		fail("a Prompt is for Kind %q", Chat)
	}
	for _, name := range slices.Sorted(maps.Keys(c.Parameters)) {
		if slices.Contains([]string{"model", "messages", "input", "stream"}, name) {
			fail("parameter %q is set by the judge itself", name)
		}
	}
	if c.Timeout < 0 {
		fail("negative Timeout %v", c.Timeout)
	}
	if p := c.Price; !(p.Input >= 0 && p.Cached >= 0 && p.Output >= 0) {
		fail("a Price below 0")
	}
	if c.Concurrency < 0 {
		fail("negative Concurrency %d", c.Concurrency)
	}
	if (c.Mode == replay.Record || c.Mode == replay.Real) && c.BaseURL == "" && c.APIKey == "" {
		fail("mode %q asks a model, but neither BaseURL nor APIKey says where; read the key from your environment, or use mode %q", c.Mode, replay.Replay)
	}
	return errors.Join(errs...)
}

// Name returns the kind and the model: "embedding/text-embedding-3-small". Reports
// and stored specs show it.
func (j *Judge) Name() string { return string(j.config.Kind) + "/" + j.config.Model }

// Similarity returns the model's similarity of two texts, in [0,1]. It is a function
// for compare.Semantic and quality.Judge.
//
// A judge asks about each pair once, so that a recording run and its replays agree. An
// error names the failure, but neither the key, the address nor the texts.
func (j *Judge) Similarity(ctx context.Context, got, want string) (float64, error) {
	r := j.request(got, want)
	v, err := j.once(ctx, r)
	if err != nil {
		return 0, fmt.Errorf("judge: %s: %w", j.Name(), err)
	}
	return v.Similarity, nil
}

// request returns the question about a pair.
func (j *Judge) request(got, want string) request {
	r := j.asked
	r.Got, r.Want = got, want
	return r
}

// maxTogether is the most pairs in one call.
const maxTogether = 20

// Ahead asks about pairs of got and want in as few calls as possible and keeps the verdicts
// for Similarity. compare.Semantic calls it with the pairs of a case. Known pairs are not
// asked about again, and in mode replay.Replay Ahead does nothing. If a call fails or its response
// lacks a verdict on a pair, Similarity asks about the pairs of the call one by one.
func (j *Judge) Ahead(ctx context.Context, pairs [][2]string) {
	if j.config.Mode == replay.Replay {
		return
	}
	for len(pairs) > 1 {
		n := min(len(pairs), maxTogether)
		j.together(ctx, pairs[:n])
		pairs = pairs[n:]
	}
}

// together asks about new pairs in one call.
func (j *Judge) together(ctx context.Context, pairs [][2]string) {
	var all []request
	var places []*pending
	var hashes []string
	j.mu.Lock()
	for _, pair := range pairs {
		r := j.request(pair[0], pair[1])
		hash, err := r.hash()
		if err != nil || j.pending[hash] != nil {
			continue
		}
		p := &pending{done: make(chan struct{})}
		j.pending[hash] = p
		all, places, hashes = append(all, r), append(places, p), append(hashes, hash)
	}
	j.mu.Unlock()
	if len(all) == 0 {
		return
	}
	verdicts, err := make([]verdict, len(all)), errAlone
	if len(all) > 1 {
		verdicts, err = j.answers(ctx, all)
	}
	for i, p := range places {
		p.err = err
		if err == nil {
			p.verdict = verdicts[i]
		}
		j.end(hashes[i], p, err != nil)
	}
}

var errAlone = errors.New("it is asked about alone")

// once asks about a pair, unless its verdict is known or pending.
func (j *Judge) once(ctx context.Context, r request) (verdict, error) {
	hash, err := r.hash()
	if err != nil {
		return verdict{}, err
	}
	for {
		j.mu.Lock()
		p, known := j.pending[hash]
		if !known {
			p = &pending{done: make(chan struct{})}
			j.pending[hash] = p
		}
		j.mu.Unlock()
		if !known {
			if j.config.Mode == replay.Replay {
				p.verdict, p.err = j.recorded(ctx, r)
			} else if verdicts, err := j.answers(ctx, []request{r}); err != nil {
				p.err = err
			} else {
				p.verdict = verdicts[0]
			}
			j.end(hash, p, p.err != nil && ctx.Err() != nil) // a caller with another context may ask again
			return p.verdict, p.err
		}
		select {
		case <-p.done:
			if !p.again {
				return p.verdict, p.err
			}
		case <-ctx.Done():
			return verdict{}, ctx.Err()
		}
	}
}

// end releases the callers that wait for a verdict. With again, they ask once more instead of returning the error.
func (j *Judge) end(hash string, p *pending, again bool) {
	p.again = again
	if p.err != nil {
		j.mu.Lock()
		delete(j.pending, hash)
		j.mu.Unlock()
	}
	close(p.done)
}

// recorded returns the recorded verdict on a pair. It adds the recorded usage of the call
// to the case of ctx.
func (j *Judge) recorded(ctx context.Context, r request) (verdict, error) {
	recorded, err := recordings(j.config.Dir).replay(r)
	if err == nil {
		cases.MeterOf(ctx).Add(recorded.share(j.config.Price))
	}
	return recorded.verdict, err
}

// answers waits for its turn, asks the endpoint about pairs, and in mode replay.Record writes the
// verdicts. It adds the usage to the case of ctx.
func (j *Judge) answers(ctx context.Context, all []request) ([]verdict, error) {
	select {
	case j.limit <- struct{}{}:
		defer func() { <-j.limit }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	verdicts, used, err := j.ask(ctx, all)
	if used.Calls > 0 {
		used.Cost = j.config.Price.amount(float64(used.InputTokens), float64(used.CachedTokens), float64(used.OutputTokens))
		evaltest.AddUsage(ctx, used)
	}
	if err != nil {
		return nil, j.config.plain(ctx, err)
	}
	if j.config.Mode == replay.Record {
		took := callUsage{Usage: used.Costs()}
		if len(all) > 1 {
			took.Pairs = len(all)
		}
		for i, r := range all {
			if err := recordings(j.config.Dir).write(r, verdicts[i], took); err != nil {
				return nil, err
			}
		}
	}
	return verdicts, nil
}
