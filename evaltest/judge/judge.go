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
	"github.com/extracteval/extracteval/evaltest/internal/meter"
	"github.com/extracteval/extracteval/evaltest/internal/noted"
	"github.com/extracteval/extracteval/metrics/document"
)

// maxQuoted is how many characters of a text a message shows.
const maxQuoted = 60

// Kind says what a model is asked for.
type Kind string

const (
	// Embedding asks for the embeddings of both texts; the similarity is their cosine, 0
	// where that is negative.
	Embedding Kind = "embedding"
	// Chat asks for a verdict in words: a JSON object with a similarity in [0,1] and a
	// reason.
	Chat Kind = "chat"
)

// Mode says where verdicts come from.
type Mode string

const (
	Replay Mode = "replay" // from recordings alone
	Record Mode = "record" // from the endpoint; each is recorded
	Real   Mode = "real"   // from the endpoint
)

// ModeVariable is the environment variable that says which Mode a Config without one
// has.
const ModeVariable = "EVALTEST_PROVIDER"

// Defaults of Config.
const (
	DefaultDir         = "testdata/judge"
	DefaultTimeout     = 30 * time.Second
	DefaultRetries     = 2
	DefaultConcurrency = 4
)

// Config describes a judge. Kind and Model are required; the zero value of all else is
// ready for use.
type Config struct {
	Kind  Kind   `json:"kind"`
	Model string `json:"model"`
	// Prompt tells a Chat model how to judge. Default: DefaultPrompt. It must ask for a
	// JSON object {"similarity": number in [0,1], "reason": text}.
	Prompt string `json:"prompt,omitzero"`
	// Parameters are further members of the request, such as "temperature": 0,
	// "seed": 1 or "dimensions": 256. A nil value leaves out a member that is sent
	// otherwise, such as "response_format".
	Parameters map[string]any `json:"parameters,omitzero"`

	// Mode is Replay, Record or Real. Default: what EVALTEST_PROVIDER says when New is
	// called, else Replay.
	Mode Mode `json:"-"`
	// Dir is where recordings are. Default: testdata/judge in the package's directory.
	Dir string `json:"-"`

	// Price is what tokens cost, for the usage of cases. Default: the tokens are counted,
	// and cost nothing.
	Price Price `json:"-"`

	// BaseURL is where the endpoint is: "http://localhost:11434/v1". Default: OpenAI's.
	BaseURL string `json:"-"`
	// APIKey is sent to the endpoint and kept nowhere else. Read it from the
	// environment; nothing here does.
	APIKey string `json:"-"`
	// Timeout is for one attempt. Default 30 s.
	Timeout time.Duration `json:"-"`
	// Retries is how often a failed attempt is repeated. Default 2; negative: never.
	Retries int `json:"-"`
	// Concurrency is how many requests are under way at once. Default 4.
	Concurrency int `json:"-"`
	// HTTPClient makes the requests. Default: http.DefaultClient.
	HTTPClient *http.Client `json:"-"`
}

// Price is what a million tokens cost, in US dollars. Cached is for input that the endpoint
// has read from a cache; default: as Input.
type Price struct{ Input, Cached, Output float64 }

// of returns what tokens cost, the cached ones among the input.
func (p Price) of(input, cached, output float64) float64 {
	return ((input-cached)*p.Input + cached*cmp.Or(p.Cached, p.Input) + output*p.Output) / 1e6
}

// Judge says how alike two texts are. It is safe for concurrent use.
type Judge struct {
	config  Config
	asked   request // all of a request but the texts
	ask     func(context.Context, []request) ([]verdict, evaltest.Usage, error)
	limit   chan struct{}
	mu      sync.Mutex
	pending map[string]*pending // what is being asked, or was, by hash
}

// pending is a verdict that one call asks for and others may wait for.
type pending struct {
	done    chan struct{}
	verdict verdict
	err     error
	again   bool // it failed along with others, or as the context of who asked had ended
}

// verdict is what came out of one question.
type verdict struct {
	Similarity float64 `json:"similarity"`
	Reason     string  `json:"reason,omitzero"`
}

// New returns a judge. The error joins all that is wrong with c; that nobody said where
// to ask (neither BaseURL nor APIKey) is wrong in the modes that ask.
func New(c Config) (*Judge, error) {
	c.Mode = cmp.Or(c.Mode, Mode(os.Getenv(ModeVariable)), Replay)
	c.Dir = cmp.Or(c.Dir, DefaultDir)
	c.Timeout = cmp.Or(c.Timeout, DefaultTimeout)
	c.Retries = cmp.Or(c.Retries, DefaultRetries)
	c.Concurrency = cmp.Or(c.Concurrency, DefaultConcurrency)
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
	if c.Mode != Real {
		recordings(c.Dir).use("")
	}
	if c.Mode == Replay {
		noted.NoteFolder("", c.Dir)
	}
	return j, nil
}

func (c Config) validate() error {
	var errs []error
	fail := func(format string, args ...any) { errs = append(errs, fmt.Errorf("judge: "+format, args...)) }
	if kinds := []Kind{Embedding, Chat}; !slices.Contains(kinds, c.Kind) {
		fail("unknown Kind %q, want one of %q", c.Kind, kinds)
	}
	if modes := []Mode{Replay, Record, Real}; !slices.Contains(modes, c.Mode) {
		fail("unknown Mode %q (from %s when it is not set in Config), want one of %q", c.Mode, ModeVariable, modes)
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
	if (c.Mode == Record || c.Mode == Real) && c.BaseURL == "" && c.APIKey == "" {
		fail("mode %q asks a model, but neither BaseURL nor APIKey says where; read the key from your environment, or use mode %q", c.Mode, Replay)
	}
	return errors.Join(errs...)
}

// Name returns the kind and the model: "embedding/text-embedding-3-small". It is what
// reports and stored specs show.
func (j *Judge) Name() string { return string(j.config.Kind) + "/" + j.config.Model }

// Similarity returns how alike two texts are in the eyes of the model, in [0,1]. It is
// the function that compare.Semantic and quality.Judge take.
//
// A judge asks about a pair once, however often it comes, so that a recording run and its
// replays agree. An error says what failed, and of which pair; it has neither the key nor
// the address in it.
func (j *Judge) Similarity(ctx context.Context, got, want string) (float64, error) {
	r := j.request(got, want)
	v, err := j.once(ctx, r)
	if err != nil {
		return 0, fmt.Errorf("judge: %s: got %q, want %q: %w", j.Name(), document.Excerpt(got, maxQuoted), document.Excerpt(want, maxQuoted), err)
	}
	return v.Similarity, nil
}

// request returns the question about a pair.
func (j *Judge) request(got, want string) request {
	r := j.asked
	r.Got, r.Want = got, want
	return r
}

// maxTogether is how many pairs one call is about.
const maxTogether = 20

// Ahead asks about pairs of got and want in as few calls as can be, so that Similarity
// knows them: it is what compare.Semantic tells the pairs of a case. In Replay mode nothing
// is asked. Pairs that are known are not asked about again. Where a call fails or its answer
// is not a verdict on each pair, Similarity asks about these one by one.
func (j *Judge) Ahead(ctx context.Context, pairs [][2]string) {
	if j.config.Mode == Replay {
		return
	}
	for len(pairs) > 1 {
		n := min(len(pairs), maxTogether)
		j.together(ctx, pairs[:n])
		pairs = pairs[n:]
	}
}

// together asks about pairs that nobody has asked about, in one call.
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
		if p.err = err; err == nil {
			p.verdict = verdicts[i]
		}
		j.end(hashes[i], p, err != nil)
	}
}

var errAlone = errors.New("it is asked about alone")

// once asks about a pair, unless that was done.
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
			if j.config.Mode == Replay {
				p.verdict, p.err = j.recorded(ctx, r)
			} else if verdicts, err := j.answers(ctx, []request{r}); err != nil {
				p.err = err
			} else {
				p.verdict = verdicts[0]
			}
			j.end(hash, p, p.err != nil && ctx.Err() != nil) // others have more time
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

// end lets those go on who wait for a verdict. After an error the next call may have more
// luck.
func (j *Judge) end(hash string, p *pending, again bool) {
	p.again = again
	if p.err != nil {
		j.mu.Lock()
		delete(j.pending, hash)
		j.mu.Unlock()
	}
	close(p.done)
}

// recorded returns the recorded verdict on a pair. What the call took then is shown by the
// case that ctx is of.
func (j *Judge) recorded(ctx context.Context, r request) (verdict, error) {
	recorded, err := recordings(j.config.Dir).replay(r)
	if err == nil {
		meter.From(ctx).Add(recorded.share(j.config.Price))
	}
	return recorded.verdict, err
}

// answers asks the endpoint about pairs when its turn has come, and records what it says in
// mode Record. What that took is used up by the case that ctx is of.
func (j *Judge) answers(ctx context.Context, all []request) ([]verdict, error) {
	select {
	case j.limit <- struct{}{}:
		defer func() { <-j.limit }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	verdicts, used, err := j.ask(ctx, all)
	if used.Calls > 0 {
		used.Cost = j.config.Price.of(float64(used.InputTokens), float64(used.CachedTokens), float64(used.OutputTokens))
		evaltest.AddUsage(ctx, used)
	}
	if err != nil {
		return nil, j.config.plain(ctx, err)
	}
	if j.config.Mode == Record {
		took := call{Usage: used.Costs()}
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
