package gotest

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
	"github.com/extracteval/extracteval/report/summarize"
)

// progress shows the progress of data sets among the output of go test: on a
// terminal as the last line, elsewhere as separate lines.
type progress struct {
	output   io.Writer
	terminal bool
	width    int
	every    time.Duration // interval of updates

	mu     sync.Mutex
	status string // text of the last line
	midway bool   // the output stopped in the middle of a line
}

// newProgress returns a progress for a terminal or another writer.
func newProgress(w io.Writer, every time.Duration) *progress {
	p := &progress{output: w, every: every}
	if shell.Moves(w) {
		p.terminal, p.every, p.width = true, 200*time.Millisecond, shell.PageOf(w).Width
	}
	return p
}

// through returns a writer for the output of go test.
func (p *progress) through(w io.Writer) io.Writer {
	if !p.terminal {
		return w
	}
	return &above{p, w}
}

// above writes above the line of progress.
type above struct {
	p *progress
	w io.Writer
}

func (a *above) Write(data []byte) (int, error) {
	a.p.mu.Lock()
	defer a.p.mu.Unlock()
	a.p.clear()
	if len(data) > 0 {
		a.p.midway = data[len(data)-1] != '\n'
	}
	return a.w.Write(data)
}

// clear removes the line of progress. The caller holds mu.
func (p *progress) clear() {
	if p.status != "" {
		io.WriteString(p.output, "\r\x1b[K")
		p.status = ""
	}
}

// follow shows, until done is closed, the progress of the data sets that are being written to dir.
func (p *progress) follow(dir string, done <-chan struct{}) {
	if p.every == 0 {
		return
	}
	watch := &watch{dir: dir}
	defer watch.close()
	tick := time.NewTicker(p.every)
	defer tick.Stop()
	for {
		select {
		case now := <-tick.C:
			p.print(watch.states(now))
		case <-done:
			p.mu.Lock()
			p.clear()
			p.mu.Unlock()
			return
		}
	}
}

// print prints the states of the data sets that are being written.
func (p *progress) print(states []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.terminal {
		for _, s := range states {
			fmt.Fprintf(p.output, "evalreport test: %s\n", s)
		}
		return
	}
	if p.midway {
		return
	}
	p.clear()
	if len(states) > 0 {
		p.status = words.Clip(strings.Join(states, " · "), p.width-1)
		io.WriteString(p.output, p.status)
	}
}

// watch follows the artifacts that are being written to a directory.
type watch struct {
	dir   string
	files []*watched
}

// watched is an artifact that is being written. Its file stays open, since the writer renames it at the end.
type watched struct {
	path    string
	file    *os.File
	begun   []byte // an unfinished line
	dataset report.Dataset
	sum     *summarize.Summarizer
	cases   int
	ended   bool

	first, last time.Time // times of the first and the last look
	firstCases  int
}

// states reads new lines and returns the states of the data sets that are still
// being written, ordered by the names of their files.
func (w *watch) states(now time.Time) (states []string) {
	w.findFiles()
	for _, f := range w.files {
		if f.ended {
			continue
		}
		f.readFile(now)
		if f.sum != nil && !f.ended {
			states = append(states, f.state())
		}
	}
	return states
}

// findFiles opens files that are new.
func (w *watch) findFiles() {
	entries, _ := os.ReadDir(w.dir) // a folder that cannot be listed shows no progress
	for _, e := range entries {
		path := filepath.Join(w.dir, e.Name())
		if !strings.HasSuffix(path, ".running") {
			continue
		}
		if slices.ContainsFunc(w.files, func(f *watched) bool { return f.path == path && !f.ended }) {
			continue
		}
		if file, err := openShared(path); err == nil {
			w.files = append(w.files, &watched{path: path, file: file})
		}
	}
	slices.SortFunc(w.files, func(a, b *watched) int { return strings.Compare(a.path, b.path) })
}

func (w *watch) close() {
	for _, f := range w.files {
		f.file.Close()
	}
}

// readFile adds the lines that were written since the last look.
func (f *watched) readFile(now time.Time) {
	fresh, err := io.ReadAll(io.LimitReader(f.file, 64<<20)) // the next look reads the rest
	if err != nil {
		f.ended = true
		return
	}
	text := append(f.begun, fresh...)
	whole := bytes.LastIndexByte(text, '\n') + 1
	r := artifact.NewReader(bytes.NewReader(text[:whole]), f.path)
	r.Brief = true
	for r.Scan() {
		switch rec := r.Record().(type) {
		case *report.Dataset:
			f.dataset = *rec
			o := summarize.OptionsOf(rec)
			o.Resamples, o.WorstCases = -1, -1
			f.sum = summarize.New(o)
		case *report.Case:
			f.cases++
			if f.sum != nil {
				_ = f.sum.Add(rec) // the report will name a case that appears twice
			}
		case *report.End:
			f.ended = true
		}
	}
	f.begun = bytes.Clone(text[whole:])
	if f.first.IsZero() {
		f.first, f.firstCases = now, f.cases
	}
	f.last = now
}

// state returns the progress of a data set: "invoices 41/65 cases, 12/s, macro F1 0.842,
// 2s left".
func (f *watched) state() string {
	total := f.dataset.Cases * max(f.dataset.Trials, 1)
	text := fmt.Sprintf("%s %d", terminal.LineStart(f.dataset.Name), f.cases)
	if total > 0 {
		text += fmt.Sprintf("/%d", total)
	}
	text += " cases"
	rate := 0.0
	if elapsed := f.last.Sub(f.first).Seconds(); elapsed > 0 {
		rate = float64(f.cases-f.firstCases) / elapsed
	}
	if rate > 0 {
		text += fmt.Sprintf(", %.3g/s", rate)
	}
	if f1 := f.sum.Summary().Number("macro F1").Value; f1.Defined {
		text += ", macro F1 " + f1.String()
	}
	if left := total - f.cases; rate > 0 && left > 0 {
		text += fmt.Sprintf(", %s left", time.Duration(float64(left)/rate*float64(time.Second)).Round(time.Second))
	}
	return text
}
