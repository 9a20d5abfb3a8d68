package evaltest_test

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/extracteval/extracteval/internal/usage"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/testdata/effort"
	"github.com/extracteval/extracteval/testdata/scratch"
)

// TestScripts runs the real go test, offline, in a module of its own that uses
// this checkout: testdata/service and the files of the script. A script ends at
// [!long] stop unless long tests are asked for: then the command evalreport is on PATH.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("it runs other processes")
	}
	if runtime.GOOS == "windows" {
		t.Skip("the scripts compare paths and messages as other systems print them")
	}
	tools := t.TempDir()
	module, err := scratch.New(tools)
	if err != nil {
		t.Fatal(err)
	}
	evalreport := filepath.Join(tools, "bin", "evalreport")
	if effort.Long() {
		out, err := exec.Command("go", "build", "-buildvcs=false", "-ldflags=-s -w", "-o", evalreport, "../report/cmd/evalreport").CombinedOutput()
		if err != nil {
			t.Fatalf("go build: %v\n%s", err, out)
		}
	}
	testscript.Run(t, testscript.Params{
		Condition: effort.Condition,
		Dir:       "testdata/script",
		Setup: func(env *testscript.Env) error {
			vars, err := module.Write(env.WorkDir)
			if err != nil {
				return err
			}
			env.Vars = append(env.Vars, vars...)
			env.Setenv("PATH", filepath.Dir(evalreport)+string(os.PathListSeparator)+env.Getenv("PATH"))
			return os.CopyFS(env.WorkDir, os.DirFS("testdata/service"))
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"edit":        edit,
			"gotest":      module.Test,
			"hides":       hides,
			"lines":       lines,
			"marks":       marks,
			"printed":     printed,
			"readme":      readme,
			"old":         old,
			"records":     records,
			"samesummary": sameSummary,
		},
	})
}

// readme writes the test that the README offers to copy, as it stands there, to
// invoices_test.go, its data to testdata/invoices.jsonl, and what it says is printed
// to table.txt.
func readme(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: readme")
	}
	text, err := os.ReadFile("../README.md")
	ts.Check(err)
	_, section, _ := strings.Cut(string(text), "\n## In Go\n")
	section, _, _ = strings.Cut(section, "\n## ")
	code, data, table := codeBlocks(section, "go"), codeBlocks(section, "json"), codeBlocks(section, "text")
	if len(code) != 1 || len(data) != 1 || len(table) != 1 {
		ts.Fatalf("the README has %d blocks of Go, %d of JSON and %d of text, want 1 of each", len(code), len(data), len(table))
	}
	const head = "package invoices\n\nimport (\n\t\"context\"\n\t\"regexp\"\n\t\"testing\"\n)\n\n"
	for name, text := range map[string]string{"invoices_test.go": head + code[0], "testdata/invoices.jsonl": data[0], "table.txt": table[0]} {
		ts.Check(os.MkdirAll(filepath.Dir(ts.MkAbs(name)), 0o777))
		ts.Check(os.WriteFile(ts.MkAbs(name), []byte(text), 0o666))
	}
}

// printed FILE asserts that each line of a file stands in the output of the last command, in this order.
func printed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: printed file")
	}
	rest := ts.ReadFile("stdout")
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		line = strings.TrimRight(line, "\n")
		_, after, found := strings.Cut(rest, line+"\n")
		if !found {
			ts.Fatalf("%s: the output has no line %q here", args[0], line)
		}
		rest = after
	}
}

// codeBlocks returns the fenced blocks of a language in Markdown.
func codeBlocks(markdown, language string) (blocks []string) {
	for {
		_, rest, ok := strings.Cut(markdown, "\n```"+language+"\n")
		if !ok {
			return blocks
		}
		block, rest, _ := strings.Cut(rest, "\n```\n")
		blocks = append(blocks, block+"\n")
		markdown = "\n" + rest
	}
}

// edit FILE OLD NEW replaces the one occurrence of OLD. In NEW, \n and \t are escapes as
// in Go.
func edit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: edit file old new")
	}
	text := ts.ReadFile(args[0])
	if n := strings.Count(text, args[1]); n != 1 {
		ts.Fatalf("%s: %q stands there %d times, want once", args[0], args[1], n)
	}
	text = strings.Replace(text, args[1], strings.NewReplacer(`\n`, "\n", `\t`, "\t").Replace(args[2]), 1)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(text), 0o666))
}

// old PATH... makes everything below the paths an hour old: go test caches no
// result that depends on a file of the last two seconds.
func old(ts *testscript.TestScript, neg bool, args []string) {
	then := time.Now().Add(-time.Hour)
	for _, root := range args {
		ts.Check(filepath.WalkDir(ts.MkAbs(root), func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			return os.Chtimes(path, then, then)
		}))
	}
}

// records GLOB prints the records in the one file of that
// name: a line for each record, and whether the file is complete. With neg, it
// asserts that there is no such file.
func records(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 1 {
		ts.Fatalf("usage: [!] records glob")
	}
	files, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if neg {
		if len(files) > 0 {
			ts.Fatalf("%s: there is %v", args[0], files)
		}
		return
	}
	if len(files) != 1 {
		all, _ := filepath.Glob(filepath.Join(filepath.Dir(ts.MkAbs(args[0])), "*"))
		ts.Fatalf("%s: there are %d such files, want 1, of %v", args[0], len(files), all)
	}
	f, err := os.Open(files[0])
	ts.Check(err)
	defer f.Close()
	r := artifact.NewReader(f, filepath.Base(files[0]))
	w := ts.Stdout()
	for r.Scan() {
		fmt.Fprintln(w, describeRecord(r.Record()))
	}
	ts.Check(r.Err())
	sections, err := artifact.Walk(artifact.File(files[0]), artifact.Visitor{})
	ts.Check(err)
	fmt.Fprintln(w, "complete:", !slices.ContainsFunc(sections, func(s *artifact.Section) bool { return s.State() == artifact.Broken }))
}

func describeRecord(r report.Record) string {
	switch r := r.(type) {
	case *report.Run:
		return fmt.Sprintf("run %s repetition %d id %q run %q skip %q", r.Package, r.Repetition, r.ID, r.Selection.Run, r.Selection.Skip)
	case *report.Dataset:
		return fmt.Sprintf("dataset %s of %s", r.Name, r.Test)
	case *report.Case:
		if r.Status == report.Error {
			return fmt.Sprintf("case %s trial %d error: %s", r.ID, r.Trial, r.Error)
		}
		return fmt.Sprintf("case %s trial %d %s %s", r.ID, r.Trial, r.Status, r.Verdict)
	case *report.Summary:
		return fmt.Sprintf("summary %d cases, %d trials", r.Cases().Total(), len(r.Trials))
	case *report.GateResult:
		switch {
		case r.Passed:
			return "gate passed"
		case r.NotEvaluable != "":
			return "gate not evaluable: " + r.NotEvaluable
		}
		return "gate failed"
	case *report.End:
		return fmt.Sprintf("end %d partial %t", r.Cases, r.Partial)
	case *artifact.SyntaxError:
		return "BAD " + r.Error()
	}
	return fmt.Sprintf("%T", r)
}

// lines FILE MIN MAX asserts how many lines a file has.
func lines(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: lines file min max")
	}
	least, err := strconv.Atoi(args[1])
	ts.Check(err)
	most, err := strconv.Atoi(args[2])
	ts.Check(err)
	if n := strings.Count(ts.ReadFile(args[0]), "\n"); n < least || n > most {
		ts.Fatalf("%s has %d lines, want %d to %d", args[0], n, least, most)
	}
}

// marks FILE TEST asserts that each subtest of TEST has failed in the output of go test, and that all its messages are
// about the line of FILE that ends with the comment "// SUBTEST".
func marks(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: marks file test")
	}
	marked := map[string]string{} // by subtest: "file.go:12"
	n := 0
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		n++
		if i := strings.LastIndex(line, " // "); i >= 0 {
			marked[strings.TrimSpace(line[i+4:])] = fmt.Sprintf("%s:%d", filepath.Base(args[0]), n)
		}
	}
	position := regexp.MustCompile(`^ +(\w+\.go:\d+): `)
	found := map[string]string{} // the positions of its messages
	subtest := ""
	for line := range strings.Lines(ts.ReadFile("stdout")) {
		if _, name, ok := strings.Cut(line, "--- FAIL: "+args[1]+"/"); ok {
			subtest, _, _ = strings.Cut(strings.Fields(name)[0], "/")
		}
		if at := position.FindStringSubmatch(line); at != nil && found[subtest] != at[1] {
			found[subtest] += at[1]
		}
	}
	if !maps.Equal(found, marked) {
		ts.Fatalf("got the positions %v\nwant %v", found, marked)
	}
}

// samesummary A B asserts that two artifacts end with the same verdict and summary, byte by
// byte, but for times and for how many answers the first one has taken from another run.
func sameSummary(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: samesummary artifact artifact")
	}
	var texts [2]string
	for i, name := range args {
		r := artifact.NewReader(strings.NewReader(ts.ReadFile(name)), name)
		for r.Scan() {
			record := r.Record()
			switch r := record.(type) {
			case *report.Summary:
				r.Usage.Amounts = slices.DeleteFunc(r.Usage.Amounts, func(a usage.Amount) bool { return a.Quantity == usage.Latency })
				r.Numbers = slices.DeleteFunc(r.Numbers, func(n report.Number) bool { return usage.QuantityOf(n.Name) == usage.Latency })
				if i == 0 && r.Usage.Taken == 0 {
					ts.Fatalf("%s: no answer was taken", name)
				}
				r.Usage.Taken = 0
			case *report.GateResult:
			default:
				continue
			}
			line, err := artifact.AppendRecord(nil, record)
			ts.Check(err)
			texts[i] += string(line)
		}
		ts.Check(r.Err())
	}
	if texts[0] != texts[1] || !strings.Contains(texts[0], `"type":"summary"`) {
		ts.Fatalf("%s\nand\n%s\ndiffer", texts[0], texts[1])
	}
}
