package readers

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

const variable = "EXTRACTEVAL_BROWSER"

// find returns the browser to take. It is an error when one was asked for and is
// not there, "" when none was.
func find(asked string, lookPath func(string) (string, error)) (string, error) {
	if asked != "" && asked != "required" {
		path, err := lookPath(asked)
		if err != nil {
			return "", fmt.Errorf("%s=%q: %w", variable, asked, err)
		}
		return path, nil
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "headless-shell", "headless_shell", "chrome-headless-shell"} {
		if path, err := lookPath(name); err == nil {
			return path, nil
		}
	}
	if asked == "required" {
		return "", fmt.Errorf("%s=%q: no Chromium or Chrome in PATH", variable, asked)
	}
	return "", nil
}

func TestFind(t *testing.T) {
	has := func(names ...string) func(string) (string, error) {
		return func(name string) (string, error) {
			for _, n := range names {
				if n == name {
					return "/bin/" + name, nil
				}
			}
			return "", exec.ErrNotFound
		}
	}
	for _, test := range []struct {
		asked string
		in    func(string) (string, error)
		path  string
		err   string
	}{
		{"", has(), "", ""},
		{"", has("google-chrome"), "/bin/google-chrome", ""},
		{"", has("google-chrome", "chromium"), "/bin/chromium", ""},
		{"required", has("chromium"), "/bin/chromium", ""},
		{"required", has(), "", `EXTRACTEVAL_BROWSER="required": no Chromium or Chrome in PATH`},
		{"brave", has("chromium", "brave"), "/bin/brave", ""},
		{"brave", has("chromium"), "", `EXTRACTEVAL_BROWSER="brave": executable file not found in $PATH`},
	} {
		path, err := find(test.asked, test.in)
		if message := fmt.Sprint(err); path != test.path || err == nil && test.err != "" || err != nil && message != test.err {
			t.Errorf("find(%q) = %q, %v, want %q, %q", test.asked, path, err, test.path, test.err)
		}
	}
}

// browser is one process for all tests; stop ends it.
var browser = sync.OnceValues(start)
var stop = func() {}

var errNone = errors.New("no Chromium or Chrome in PATH: set " + variable + " to name one")

// start starts the browser. It knows no host but this machine, and talks to nobody by itself.
func start() (context.Context, error) {
	path, err := find(os.Getenv(variable), exec.LookPath)
	if err != nil {
		return nil, err
	}
	if path == "" {
		return nil, errNone
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.DisableGPU, chromedp.WSURLReadTimeout(time.Minute),
		chromedp.NoSandbox, // which containers do not let it have; the pages are ours
		chromedp.Flag("disable-component-update", true),
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1"),
	)
	allocator, end := chromedp.NewExecAllocator(context.Background(), options...)
	quiet := func(string, ...any) {}
	ctx, cancel := chromedp.NewContext(allocator, chromedp.WithLogf(quiet), chromedp.WithErrorf(quiet), chromedp.WithDebugf(quiet))
	stop = func() {
		_ = chromedp.Cancel(ctx) // waits until the browser has ended and its folder is gone
		cancel()
		end()
	}
	if err := chromedp.Do(ctx); err != nil {
		return nil, fmt.Errorf("%s does not start: %w", path, err)
	}
	return ctx, nil
}

func TestMain(m *testing.M) {
	code := m.Run()
	stop()
	os.Exit(code)
}
