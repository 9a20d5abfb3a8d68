package gotest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// text prints the events of go test -json as go test prints a run without -json and -v:
//
//   - Packages come in the order in which they started; of a package that passes comes the last line alone.
//   - Of a package that fails comes what its tests print. The log of a test that fails, with the logs of its subtests,
//     stands below its line "--- FAIL". The log of a test that passes, is skipped or does not end is left out.
//   - Messages of the compiler and of go vet go to the standard error.
//
// Little differs, for lack of an event. [testing.Verbose] is true for the tests. Lines of a log and lines that a test prints
// are told apart by their form: a log begins on a line of its own with four spaces and a position, or with four spaces right
// after the test began or logged. Bytes that are not UTF-8 are replaced. A test binary that exits without a word has no exit
// status; the test that ran is named.
type text struct {
	stdout, err io.Writer
	observe     func(event) // called for each event
	local       bool        // no package is named: all is printed as it comes, of tests that pass, too

	line     []byte // an unfinished line
	packages []*packageText
	begun    bool // a package has begun
}

// packageText is the text of a package whose predecessors have not ended.
type packageText struct {
	name    string
	begun   bytes.Buffer // an unfinished line
	printed bytes.Buffer
	last    string                   // the last line that was printed, maybe without its end
	logging bool                     // the last line was of a log, or said which test goes on
	logs    map[string]*bytes.Buffer // of the tests that have not ended
	running string                   // the test that began or went on last
	ended   bool
}

var testLine = regexp.MustCompile(`^(=== (?:RUN|PAUSE|CONT|NAME|ATTR|ARTIFACTS)|--- (?:PASS|FAIL|SKIP):) +(\S*)`)

const logIndent = "    "

// Write reads events. A line that is none is printed as it is.
func (t *text) Write(data []byte) (int, error) {
	t.line = append(t.line, data...)
	for {
		line, rest, ended := bytes.Cut(t.line, []byte("\n"))
		if !ended {
			return len(data), nil
		}
		if err := t.readEvent(line); err != nil {
			return 0, err
		}
		t.line = rest
	}
}

func (t *text) readEvent(line []byte) error {
	var e event
	if json.Unmarshal(line, &e) != nil || e.Action == "" {
		_, err := fmt.Fprintf(t.stdout, "%s\n", line)
		return err
	}
	if e.Action == "build-output" {
		_, err := io.WriteString(t.err, e.Output)
		return err
	}
	t.observe(e)
	if e.Action == "start" {
		t.begun = true
		t.packages = append(t.packages, &packageText{name: e.Package, logs: map[string]*bytes.Buffer{}})
	}
	i := slices.IndexFunc(t.packages, func(p *packageText) bool { return p.name == e.Package && !p.ended })
	if i < 0 {
		return nil
	}
	t.packages[i].addEvent(e, t.local)
	for len(t.packages) > 0 && (t.local || t.packages[0].ended) {
		if _, err := t.packages[0].printed.WriteTo(t.stdout); err != nil || !t.packages[0].ended {
			return err
		}
		t.packages = t.packages[1:]
	}
	return nil
}

// finish prints the last line of go test.
func (t *text) finish(failed bool) {
	if failed && t.begun && !t.local && len(t.packages) == 0 {
		io.WriteString(t.stdout, "FAIL\n")
	}
}

// addEvent adds an event of the package.
func (p *packageText) addEvent(e event, local bool) {
	switch {
	case e.Action == "output":
		p.addOutput(e, local)
	case e.Test != "" && e.Action == "run":
		p.logs[e.Test] = &bytes.Buffer{}
	case e.Test == "" && (e.Action == "pass" || e.Action == "fail" || e.Action == "skip"):
		p.printBegun()
		p.ended = true
		if !local && e.Action == "pass" && strings.HasPrefix(p.last, "ok  \t"+p.name+"\t") {
			p.printed.Reset()
			p.print(p.last)
		}
	}
}

func (p *packageText) addOutput(e event, local bool) {
	if found := testLine.FindStringSubmatch(e.Output); found != nil && found[2] == e.Test {
		p.printBegun()
		p.addTestLine(found[1], e)
		return
	}
	if !local && e.Test == "" && strings.HasPrefix(e.Output, "FAIL\t"+p.name+"\t") {
		p.printBegun()
		if p.printed.Len() == 0 {
			p.print(fmt.Sprintf("the test binary exited while %s ran", p.running))
		}
		if !strings.HasSuffix(p.last, "\n") {
			p.print("\n")
		}
	}
	p.begun.WriteString(e.Output)
	if !strings.HasSuffix(e.Output, "\n") {
		return
	}
	log := p.logs[e.Test]
	p.logging = log != nil && (logLine.Match(p.begun.Bytes()) || p.logging && bytes.HasPrefix(p.begun.Bytes(), []byte(logIndent)))
	if p.logging {
		p.begun.WriteTo(log)
	} else {
		p.printBegun()
	}
}

// addTestLine adds a line that says which test goes on or how it ended.
func (p *packageText) addTestLine(kind string, e event) {
	p.logging, p.running = true, e.Test
	if kind == "--- FAIL:" {
		p.addFailure(e)
	}
	if strings.HasPrefix(kind, "---") {
		delete(p.logs, e.Test)
	}
}

// addFailure adds the line of a test that failed and its log to the log of its parent, or prints both.
func (p *packageText) addFailure(e event) {
	block := e.Output
	if log := p.logs[e.Test]; log != nil {
		block += log.String()
	}
	for parent := e.Test; strings.Contains(parent, "/"); {
		parent = parent[:strings.LastIndexByte(parent, '/')]
		if log := p.logs[parent]; log != nil {
			for line := range strings.Lines(block) {
				log.WriteString(logIndent + line)
			}
			return
		}
	}
	p.print(block)
}

// print adds text to the text of the package.
func (p *packageText) print(text string) {
	if text != "" {
		p.printed.WriteString(text)
		p.last = text
	}
}

// printBegun prints a line that was begun, as far as it came.
func (p *packageText) printBegun() {
	p.print(p.begun.String())
	p.begun.Reset()
}
