package readers

import (
	"bytes"
	"strings"
	"testing"

	"github.com/joshdk/go-junit"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report/artifact"
	"github.com/extracteval/extracteval/report/internal/render"
)

// suites is JUnit XML as a program reads it that is not ours.
func suites(t *testing.T, sources ...artifact.Source) []junit.Suite {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, render.JUnit(&b, nil, sources...))
	read, err := junit.Ingest(b.Bytes())
	require.NoError(t, err, b.String())
	return read
}

func TestJUnitIsRead(t *testing.T) {
	read := suites(t, small())
	require.Len(t, read, 1)
	s := read[0]
	assert.Equal(t, "invoices", s.Name)
	assert.Equal(t, "example.com/service/invoices", s.Package)
	assert.Equal(t, "0.625000", s.Properties["micro F1"])
	assert.Equal(t, junit.Totals{Tests: 7, Passed: 4, Skipped: 1, Failed: 1, Error: 1, Duration: s.Totals.Duration}, s.Totals)
	status := map[string]junit.Status{}
	for _, test := range s.Tests {
		status[test.Name] = test.Status
		switch test.Name {
		case "acme-02":
			assert.Contains(t, test.SystemOut, `date: wrong: got "2026-04-03", want "2026-03-04"`)
		case "globex-02":
			assert.Equal(t, "model: 503 from upstream", test.Message)
		case "gate":
			assert.ErrorContains(t, test.Error, "macro F1 0.548 is below 0.800\n")
		}
	}
	assert.Equal(t, map[string]junit.Status{
		"acme-01": junit.StatusPassed, "acme-02": junit.StatusPassed, "globex-01": junit.StatusPassed, "globex-02": junit.StatusError,
		"initech-01": junit.StatusPassed, "initech-02": junit.StatusSkipped, "gate": junit.StatusFailed,
	}, status)
}

// TestHostileJUnitIsRead expects the same tests, whatever values they have.
func TestHostileJUnitIsRead(t *testing.T) {
	statuses := func(of []junit.Suite) (all []string) {
		for _, s := range of {
			for _, test := range s.Tests {
				all = append(all, string(test.Status))
			}
		}
		return all
	}
	want := statuses(suites(t, artifactOf(t, "plain", "wrong")))
	require.NotEmpty(t, want)
	for _, h := range hostile {
		t.Run(h.name, func(t *testing.T) {
			read := suites(t, artifactOf(t, h.value, "wrong"))
			assert.Equal(t, want, statuses(read))
			for _, test := range read[0].Tests {
				assert.False(t, strings.ContainsAny(test.Name, "\x00\x1b\u202e"), "%q", test.Name)
			}
		})
	}
}
