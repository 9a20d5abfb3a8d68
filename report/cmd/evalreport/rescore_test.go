package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/reporttest"
	"github.com/extracteval/extracteval/testdata/scratch"
)

// rescoring is an example with a change of its spec.
type rescoring struct {
	example string
	edits   [][3]string // file, old, new
	sets    []string
}

// rescored are the examples. The specs of regression have a comparator that is a function of Go.
var rescored = []rescoring{
	{"regression", [][3]string{
		{librarySuite, `{Path: "response"}, {Path: "emptyResultKind"}`, `{Path: "response", Weight: 3}, {Path: "emptyResultKind", Unscored: true}`},
		{librarySuite, `Match: withinBounds},`, `Match: withinBounds, Weight: 2},`},
	}, []string{"TestRegression", "TestVariance"}},
	{"models", [][3]string{ // the rules of the edited invoices
		{"models.go", `"github.com/extracteval/extracteval/examples/invoices"`, `"example.com/service/examples/invoices"`},
		{"models_test.go", `"github.com/extracteval/extracteval/examples/invoices"`, `"example.com/service/examples/invoices"`},
	}, []string{"invoices_large-fbbd5795", "invoices_medium-c7478fed", "invoices_small-2aefcab7"}},
	{"confidence", [][3]string{
		{"testdata/spec.yaml", "expected_path: total, match: numeric}", "expected_path: total, match: numeric, tolerance: 0.5}"},
		{"testdata/spec.yaml", "match: exact, fold_case: true}", "match: fuzzy, threshold: 0.6}"},
		{"receipt_test.go", `eval:"numeric"`, `eval:"fuzzy"`},
	}, []string{"receipts", "TestCautious"}},
	{"invariants", [][3]string{
		{"testdata/spec.yaml", "by: description\n", "by: description\n    threshold: 0.95\n"},
		{"testdata/spec.yaml", "{path: vendor, match: fuzzy}", "{path: vendor, match: exact}"},
		{"testdata/spec.yaml", "rule: due_date >= date}", "rule: due_date > date}"},
	}, []string{"TestInvoices"}},
	{"receipts", [][3]string{
		{"testdata/after.yaml", "{path: shop, match: fuzzy}", "{path: shop, match: exact}"},
		{"testdata/after.yaml", "match: date, order: dmy}", "match: date, precision: month}"},
	}, []string{"TestReceipts"}},
	{"invoices", [][3]string{
		{"invoice.go", `eval:"list,by=description,threshold=0.8"`, `eval:"list,by=description,threshold=0.95,assign=optimal"`},
		{"invoice.go", `"customer,omitzero" eval:"fuzzy,threshold=0.85"`, `"customer,omitzero" eval:"-"`},
		{"invoice.go", `"tax"               eval:"numeric,tolerance=0.01"`, `"tax"               eval:"numeric,tolerance=5"`},
	}, []string{"invoices"}},
	{"layout", [][3]string{
		{"layout.go", `"text" eval:"fuzzy,threshold=0.8"`, `"text" eval:"exact"`},
		{"layout.go", `"place" eval:"box"`, `"place" eval:"box,threshold=0.9"`},
	}, []string{"layout"}},
	{"lineitems", [][3]string{
		{"order.go", "threshold=0.8,assign=optimal", "threshold=0.4,assign=in_order"},
	}, []string{"orders"}},
	{"packets", [][3]string{
		{"testdata/spec.yaml", "match: numeric, weight: 2", "match: numeric, tolerance: 1000, weight: 5"},
		{"testdata/spec.yaml", "match: fuzzy", "match: exact"},
	}, []string{"TestPackets"}},
	{"shipments", [][3]string{
		{"shipment.go", `json:"departs,omitzero"`, `json:"departs,omitzero" eval:"date,precision=day"`},
		{"shipment.go", `eval:"map"`, `eval:"map,fold"`},
		{"shipment.go", `json:"weight"`, `json:"weight" eval:"numeric,tolerance=1"`},
	}, []string{"TestShipments"}},
	{"tabletest", [][3]string{
		{"receipt_test.go", "compare.Fuzzy{Threshold: 0.9}", "compare.Exact{}"},
		{"receipt_test.go", "compare.Numeric{Tolerance: 0.01}, Weight: 2", "compare.Numeric{Tolerance: 10}"},
	}, []string{"receipts", "single_receipts-ec05ff0c"}},
}

// librarySuite is the file that has the spec of all regression sets.
const librarySuite = "evaltest/regression/suite.go"

// TestRescoreIsAFreshRun: rescore and go test write the same bytes, except for times, under another
// spec, for every example, and what go test writes is valid under schema.json.
func TestRescoreIsAFreshRun(t *testing.T) {
	effort.NeedsLong(t) // it runs the tests of two examples twice, or of all
	t.Parallel()
	if runtime.GOOS == "windows" {
		t.Skip("the go command of scratch modules is set up for other systems")
	}
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	tests := func(dir string, env []string, patterns ...string) string {
		to := t.TempDir()
		cmd := exec.Command("go", append([]string{"test", "-count=1", "-run", "^Test"}, patterns...)...)
		cmd.Dir, cmd.Env = dir, append(append(os.Environ(), env...), "EVALTEST_DIR="+to)
		out, _ := cmd.CombinedOutput() // gates may fail
		require.NotContains(t, string(out), "build failed", "%s", out)
		return to
	}
	var patterns []string
	module, err := scratch.New(t.TempDir())
	require.NoError(t, err)
	dir := t.TempDir()
	env, err := module.Write(dir)
	require.NoError(t, err)
	require.NoError(t, os.CopyFS(filepath.Join(dir, "testdata", "invoices"), os.DirFS(filepath.Join(root, "testdata", "invoices"))))
	edited := filepath.Join(t.TempDir(), "suite.go") // in place of the library's file
	require.NoError(t, os.CopyFS(filepath.Dir(edited), os.DirFS(filepath.Join(root, filepath.Dir(librarySuite)))))
	overlay, err := json.Marshal(map[string]map[string]string{"Replace": {filepath.Join(root, librarySuite): edited}})
	require.NoError(t, err)
	replaced := filepath.Join(t.TempDir(), "overlay.json")
	require.NoError(t, os.WriteFile(replaced, overlay, 0o666))
	examples, err := os.ReadDir(filepath.Join(root, "examples"))
	require.NoError(t, err)
	assert.Len(t, examples, len(rescored)+6, "all but anylanguage, labels, site, skill and why, which have no suite, and benchmark, which has no test")
	rescored := rescored
	if !effort.All() {
		rescored = slices.DeleteFunc(slices.Clone(rescored), func(e rescoring) bool { return e.example != "invoices" && e.example != "packets" })
	}
	for _, tt := range rescored {
		patterns = append(patterns, "./examples/"+tt.example)
		to := filepath.Join(dir, "examples", tt.example)
		require.NoError(t, os.CopyFS(to, os.DirFS(filepath.Join(root, "examples", tt.example))))
		for _, e := range tt.edits {
			file := filepath.Join(to, filepath.FromSlash(e[0]))
			if e[0] == librarySuite {
				file = edited
			}
			text, err := os.ReadFile(file)
			require.NoError(t, err)
			require.Contains(t, string(text), e[1], file)
			require.NoError(t, os.WriteFile(file, []byte(strings.ReplaceAll(string(text), e[1], e[2])), 0o666))
		}
	}
	old, fresh := tests(root, nil, patterns...), tests(dir, env, append(patterns, "-overlay="+replaced)...)
	files, err := filepath.Glob(filepath.Join(old, "*.jsonl"))
	require.NoError(t, err)
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		reporttest.RequireValid(t, text)
	}
	for _, tt := range rescored {
		for _, set := range tt.sets {
			files = slices.DeleteFunc(files, func(file string) bool { return strings.HasSuffix(file, "__"+tt.example+"."+set+".jsonl") })
		}
	}
	assert.Empty(t, files, "every data set is rescored")
	for _, tt := range rescored {
		for _, set := range tt.sets {
			t.Run(tt.example+"/"+set, func(t *testing.T) {
				before := filepath.Join(old, "github.com__extracteval__extracteval__examples__"+tt.example+"."+set+".jsonl")
				want, err := os.ReadFile(filepath.Join(fresh, "example.com__service__examples__"+tt.example+"."+set+".jsonl"))
				require.NoError(t, err)
				head := gjson.GetBytes(bytes.SplitN(want, []byte("\n"), 3)[1], "@this")
				require.Equal(t, "dataset", head.Get("type").Str)
				spec := filepath.Join(t.TempDir(), "new.json")
				require.NoError(t, os.WriteFile(spec, []byte(head.Get("spec").Raw), 0o666))
				out := filepath.Join(t.TempDir(), "out")
				args := []string{"rescore", "-spec", spec, "-o", out}
				if source := head.Get("source").Str; source != "" {
					args = append(args, "-data", filepath.FromSlash(path.Join(filepath.ToSlash(root), "examples", tt.example, source)))
				}
				var stdout, stderr bytes.Buffer
				require.Zero(t, run(t.Context(), nil, &stdout, &stderr, append(args, before)), stderr.String())
				assert.Equal(t, tt.example == "regression", strings.Contains(stderr.String(), "within_bounds is a function of Go: what it says is as in the run"), stderr.String())
				got, err := os.ReadFile(filepath.Join(out, filepath.Base(before)))
				require.NoError(t, err)
				want = regexp.MustCompile(`"notation":"(go|tags)",`).ReplaceAll(want, nil)                               // the spec is a file now, in YAML or JSON
				if baseline := regexp.MustCompile(`"baseline":\{(?:[^{}]|\{[^{}]*\})*\},`).Find(want); baseline != nil { // rescore compares with none
					require.Contains(t, string(baseline), `"worse":[{"name":"customer","beyond_chance":true}]`, "an ignored field is gone")
					want = bytes.Replace(want, baseline, nil, 1)
					want = bytes.Replace(want, []byte(`"dataset":"invoices","passed":false`), []byte(`"dataset":"invoices","passed":true`), 1)
				}
				want = omissions.ReplaceAll(want, nil) // the tags are in no file
				assert.Equal(t, withoutTimes(string(want)), withoutTimes(string(got)))
				was, err := os.ReadFile(before)
				require.NoError(t, err)
				assert.NotEqual(t, withoutTimes(string(was)), withoutTimes(string(got)), "the change changes numbers")
			})
		}
	}
}

// omissions are what a run says of the tags of its structs, and no number.
var omissions = regexp.MustCompile(`"note":"the struct says [^"]*",|,"omitted":\{[^{}]*\},"zeros":[0-9]+`)

var times = regexp.MustCompile(`,"duration_ns":[0-9]+|,\{"(?:quantity":"latency"|name":"latency )[^}]*\}`)

// withoutTimes returns the lines of an artifact except the line of the run, without times. It sorts
// the lines of cases, which end in any order.
func withoutTimes(text string) []string {
	lines := strings.Split(times.ReplaceAllString(text, ""), "\n")[1:]
	first, end := -1, 0 // cases are one after the other
	for i, line := range lines {
		if strings.HasPrefix(line, `{"type":"case"`) {
			if first < 0 {
				first = i
			}
			end = i + 1
		}
	}
	slices.Sort(lines[max(first, 0):end])
	return lines
}
