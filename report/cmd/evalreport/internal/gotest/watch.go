package gotest

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/extracteval/extracteval/internal/terminal"
	"github.com/extracteval/extracteval/report"
	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/summarize"
)

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
