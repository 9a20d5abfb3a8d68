package judge

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// maxResponse is the number of bytes that are read of one response.
const maxResponse = 16 << 20

// options returns the options of every request. The judge creates the client's services directly, since the constructor
// of the client would read keys and addresses from the environment.
func (c Config) options() []option.RequestOption {
	options := []option.RequestOption{
		option.WithEnvironmentProduction(),
		option.WithRequestTimeout(c.Timeout),
		option.WithMaxRetries(max(c.Retries, 0)),
		option.WithMiddleware(bounded),
	}
	if c.BaseURL != "" {
		options = append(options, option.WithBaseURL(c.BaseURL))
	}
	if c.APIKey != "" {
		options = append(options, option.WithAPIKey(c.APIKey))
	}
	if c.HTTPClient != nil {
		options = append(options, option.WithHTTPClient(c.HTTPClient))
	}
	return options
}

// parameters returns the options that add the members of Config.Parameters.
func (c Config) parameters() (options []option.RequestOption) {
	for name, value := range c.Parameters {
		// The client reads names as paths. Here a name is one member, so its
		// special characters are escaped.
		path := strings.NewReplacer(`\`, `\\`, `.`, `\.`, `*`, `\*`, `?`, `\?`).Replace(name)
		if value == nil {
			options = append(options, option.WithJSONDel(path))
		} else {
			options = append(options, option.WithJSONSet(path, value))
		}
	}
	return options
}

// bounded cuts off a response after maxResponse bytes.
func bounded(r *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	response, err := next(r)
	if response != nil && response.Body != nil {
		response.Body = struct {
			io.Reader
			io.Closer
		}{io.LimitReader(response.Body, maxResponse), response.Body}
	}
	return response, err
}

// plain returns a readable error for an error of the client, without the key and the
// address.
func (c Config) plain(ctx context.Context, err error) error {
	var refused *openai.Error
	var failed *url.Error
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &refused):
		return &statusError{refused.StatusCode, c.cleaned(cmp.Or(refused.Message, http.StatusText(refused.StatusCode)))}
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("no answer within %v: %w", c.Timeout, context.DeadlineExceeded)
	case errors.As(err, &failed):
		err = failed.Err // drops the address
	}
	var v *verdictError
	if errors.As(err, &v) {
		return v
	}
	return fmt.Errorf("the endpoint gave no answer that could be read: %s", c.cleaned(err.Error()))
}

func (c Config) cleaned(text string) string {
	if c.APIKey != "" {
		text = strings.ReplaceAll(text, c.APIKey, "(key)")
	}
	if c.BaseURL != "" {
		text = strings.ReplaceAll(text, c.BaseURL, "(endpoint)")
	}
	const most = 300
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// statusError is an error response of the endpoint.
type statusError struct {
	status int
	text   string
}

func (e *statusError) Error() string {
	return fmt.Sprintf("the endpoint answered with status %d: %s", e.status, e.text)
}

// Temporary reports whether a later call may succeed. Suite.Retries reads it if an
// extractor calls the judge.
func (e *statusError) Temporary() bool {
	return e.status == http.StatusTooManyRequests || e.status >= http.StatusInternalServerError
}

// verdictError is the error for a response that is not a verdict.
type verdictError struct{ problem string }

func (e *verdictError) Error() string { return e.problem }

func noVerdict(format string, args ...any) error {
	return &verdictError{problem: fmt.Sprintf(format, args...)}
}
