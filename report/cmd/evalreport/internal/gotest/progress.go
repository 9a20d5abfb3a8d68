package gotest

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/cmd/evalreport/internal/shell"
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
