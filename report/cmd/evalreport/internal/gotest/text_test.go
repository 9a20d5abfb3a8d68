package gotest

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/testdata/effort"
)

// TestText reads events as go test -json writes them, of two packages that run at the same time.
func TestText(t *testing.T) {
	events := func(lines ...[3]string) (text string) {
		for _, l := range lines {
			action := "output"
			switch output := l[2]; {
			case l[0] == "":
				action = "build-output"
			case strings.HasPrefix(output, "@"):
				action, l[2] = output[1:], ""
			}
			line, err := json.Marshal(event{Action: action, Package: l[0], Test: l[1], Output: l[2]})
			require.NoError(t, err)
			text += string(line) + "\n"
		}
		return text
	}
	stream := events(
		[3]string{"a", "", "@start"},
		[3]string{"b", "", "@start"},
		[3]string{"", "", "# c\nc.go:1: no\n"},
		[3]string{"b", "TestB", "@run"},
		[3]string{"b", "TestB", "=== RUN   TestB\n"},
		[3]string{"b", "TestB", "    b_test.go:1: of a test that passes\n"},
		[3]string{"b", "TestB", "printed\n"},
		[3]string{"b", "TestB", "--- PASS: TestB (0.00s)\n"},
		[3]string{"b", "TestB", "@pass"},
		[3]string{"a", "TestA", "@run"},
		[3]string{"a", "TestA", "=== RUN   TestA\n"},
		[3]string{"a", "TestA", "    a_test.go:1: first\n"},
		[3]string{"a", "TestA", "        and more\n"},
		[3]string{"a", "TestA", "printed: {\n"},
		[3]string{"a", "TestA", "    --- FAIL: by itself\n"},
		[3]string{"a", "TestA/x/y", "@run"},
		[3]string{"a", "TestA/x/y", "=== RUN   TestA/x/y\n"},
		[3]string{"a", "TestA/x/y", "    a table\n"},
		[3]string{"a", "TestA/x/y", "      of numbers\n"},
		[3]string{"a", "TestA/x/y", "--- FAIL: TestA/x/y (0.00s)\n"},
		[3]string{"a", "TestA/x/y", "@fail"},
		[3]string{"b", "", "PASS\n"},
		[3]string{"b", "", "ok  \tb\t0.01s\n"},
		[3]string{"b", "", "@pass"},
		[3]string{"a", "TestA", "begun"},
		[3]string{"a", "TestA", "--- FAIL: TestA (0.00s)\n"},
		[3]string{"a", "TestA", "@fail"},
		[3]string{"a", "", "FAIL\n"},
		[3]string{"a", "", "FAIL\ta\t0.01s\n"},
		[3]string{"a", "", "@fail"},
	)
	const a = "printed: {\n    --- FAIL: by itself\nbegun--- FAIL: TestA (0.00s)\n    a_test.go:1: first\n        and more\n" +
		"    --- FAIL: TestA/x/y (0.00s)\n        a table\n          of numbers\nFAIL\nFAIL\ta\t0.01s\n"
	for local, want := range map[bool]string{false: a + "ok  \tb\t0.01s\nFAIL\n", true: a + "printed\nPASS\nok  \tb\t0.01s\n"} {
		for _, size := range []int{1, 50, len(stream)} {
			var out, messages bytes.Buffer
			text := &text{stdout: &out, err: &messages, observe: func(event) {}, local: local}
			for rest := []byte(stream); len(rest) > 0; {
				n, err := text.Write(rest[:min(size, len(rest))])
				require.NoError(t, err)
				rest = rest[n:]
			}
			text.finish(true)
			assert.Equal(t, want, out.String(), "by %d bytes", size)
			assert.Equal(t, "# c\nc.go:1: no\n", messages.String())
		}
	}
}

// TestTextIsThatOfGoTest runs packages in many situations, and compares the text with that of go test byte by byte, but
// for times, addresses and numbers of goroutines. The situations behind the empty line run with the simulations alone.
func TestTextIsThatOfGoTest(t *testing.T) {
	if !effort.Long() {
		t.Skip("it links many test binaries")
	}
	archive, err := txtar.ParseFile("testdata/situations.txtar")
	require.NoError(t, err)
	module := t.TempDir()
	for _, f := range archive.Files {
		path := filepath.Join(module, f.Name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, f.Data, 0o666))
	}
	t.Setenv("GOFLAGS", "-mod=readonly")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOWORK", "off")
	changing := regexp.MustCompile(`[0-9]+\.[0-9]+s\b|\(cached\)|0x[0-9a-f]+\??|goroutine [0-9]+|[0-9.]+ ns/op|\s[0-9]{6,}\s`)
	situations, more, _ := strings.Cut(strings.TrimSpace(string(archive.Comment)), "\n\n")
	if effort.Asked() {
		situations += "\n" + more
	}
	for args := range strings.SplitSeq(situations, "\n") {
		folder, flags, _ := strings.Cut(args, ": ")
		t.Run(args, func(t *testing.T) {
			t.Chdir(filepath.Join(module, folder))
			fields := strings.Fields(flags)
			var want, wantErr, got, gotErr bytes.Buffer
			cmd := exec.Command("go", append([]string{"test"}, fields...)...)
			cmd.Stdout, cmd.Stderr = &want, &wantErr
			_ = cmd.Run() // the exit code is compared
			run := Run{Dir: t.TempDir(), Args: fields, Stdout: &got, Stderr: &gotErr}
			exit, err := run.Do(t.Context())
			require.NoError(t, err)
			assert.Equal(t, cmd.ProcessState.ExitCode(), exit.Code)
			assert.Equal(t, changing.ReplaceAllString(want.String(), "X"), changing.ReplaceAllString(got.String(), "X"))
			assert.Equal(t, changing.ReplaceAllString(wantErr.String(), "X"), changing.ReplaceAllString(gotErr.String(), "X"))
			if strings.Contains(flags, "./skips") {
				assert.Equal(t, []Skip{{"example.com/service/skips", "TestSkip", "no key"}}, exit.Skipped)
			}
		})
	}
}

// TestArguments reads arguments as go test does.
func TestArguments(t *testing.T) {
	for _, tt := range []struct {
		args        string
		local, text bool
	}{
		{"", true, true},
		{"./...", false, true},
		{"-run TestA", true, true},
		{"-run TestA .", false, true},
		{"-run=TestA -short .", false, true},
		{"-race", true, true},
		{"-ldflags -s ./a", false, true},
		{"-update golden", true, true},
		{"-update -v", true, false},
		{"-v ./a", false, false},
		{"-test.v ./a", false, false},
		{"-v=false ./a", false, true},
		{"-json ./a", false, false},
		{"-json=false ./a", false, false},
		{"-bench . ./a", false, false},
		{"-list=. ./a", false, false},
		{"./a -args -v x", false, true},
		{"./a -args -test.v", false, false},
	} {
		parsed := parseArguments(strings.Fields(tt.args))
		assert.Equal(t, tt.local, parsed.local, tt.args)
		assert.Equal(t, tt.text, parsed.askForText(), tt.args)
	}
	t.Setenv("GOFLAGS", "'-ldflags=-s -w' -v")
	parsed := parseArguments([]string{"-race"})
	parsed.addEnvironment()
	assert.True(t, parsed.local)
	assert.False(t, parsed.askForText(), "by GOFLAGS")
	assert.Equal(t, []string{"-C", "dir", "-json", "./a"}, withFlags([]string{"-C", "dir", "./a"}, "-json"))
	assert.Equal(t, []string{"-C=dir", "-json"}, withFlags([]string{"-C=dir"}, "-json"))
	assert.Equal(t, []string{"-json", "./a"}, withFlags([]string{"./a"}, "-json"))
}
