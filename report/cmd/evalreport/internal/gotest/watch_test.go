package gotest

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const (
	runLine = `{"type":"run","schema":"extracteval/v1","package":"p","repetition":1,"start":"2026-11-20T10:00:00Z","versions":{}}` + "\n"
	setLine = `{"type":"dataset","name":"invoices","cases":4,"trials":2}` + "\n"
	right   = `{"type":"case","id":"ID","trial":1,"status":"ok","score":1,"null_score":0,"verdict":"pass","counts":[{"attribute":"total","counts":{"match":1}}]}` + "\n"
	wrong   = `{"type":"case","id":"ID","trial":1,"status":"ok","score":0,"null_score":0,"verdict":"fail","counts":[{"attribute":"total","counts":{"wrong":1}}]}` + "\n"
)

func caseLine(line, id string) string { return strings.Replace(line, "ID", id, 1) }

func TestWatch(t *testing.T) {
	dir := t.TempDir()
	file, err := os.Create(filepath.Join(dir, "p.invoices.host-1.running"))
	require.NoError(t, err)
	defer file.Close()
	w := &watch{dir: dir}
	defer w.close()
	now := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	add := func(text string) {
		t.Helper()
		_, err := file.WriteString(text)
		require.NoError(t, err)
	}
	look := func(after time.Duration) []string {
		now = now.Add(after)
		return w.states(now)
	}
	assert.Empty(t, look(0), "nothing is written yet")
	add(runLine + setLine[:20])
	assert.Empty(t, look(time.Second), "no line is read before its end")
	add(setLine[20:])
	assert.Equal(t, []string{"invoices 0/8 cases"}, look(time.Second))
	add(caseLine(right, "1") + caseLine(wrong, "2"))
	assert.Equal(t, []string{"invoices 2/8 cases, 0.5/s, macro F1 0.500, 12s left"}, look(2*time.Second))
	add("broken\n" + caseLine(right, "1")) // for the report to tell
	assert.Equal(t, []string{"invoices 3/8 cases, 0.5/s, macro F1 0.500, 10s left"}, look(2*time.Second))
	add(`{"type":"end","cases":3}` + "\n")
	require.NoError(t, file.Close())
	require.NoError(t, os.Rename(file.Name(), filepath.Join(dir, "p.invoices.jsonl")))
	assert.Empty(t, look(time.Second), "it has ended under another name")
}

// TestProgressOnATerminal: the output of go test stands above the line of progress, which never
// cuts one of its lines.
func TestProgressOnATerminal(t *testing.T) {
	var screen bytes.Buffer
	p := &progress{output: &screen, terminal: true, width: 20}
	test := p.through(&screen)
	p.print([]string{"invoices 1/4 cases", "receipts 2/9 cases"})
	test.Write([]byte("=== RUN"))
	p.print([]string{"invoices 2/4 cases"})
	test.Write([]byte("   TestX\n"))
	p.print([]string{"invoices 3/4 cases"})
	p.print(nil)
	assert.Equal(t, "invoices 1/4 cases…"+"\r\x1b[K=== RUN"+"   TestX\n"+"invoices 3/4 cases"+"\r\x1b[K", screen.String())
}

func TestProgressElsewhere(t *testing.T) {
	var out bytes.Buffer
	p := &progress{output: &out}
	assert.Same(t, &out, p.through(&out))
	p.print([]string{"invoices 1/4 cases", "receipts 2/9 cases"})
	assert.Equal(t, "evalreport test: invoices 1/4 cases\nevalreport test: receipts 2/9 cases\n", out.String())
}
