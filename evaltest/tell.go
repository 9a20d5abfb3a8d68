package evaltest

import (
	"fmt"
	"strings"
)

// plain returns the text of an error to be printed after "evaltest: ", without the
// package prefixes of its lines.
func plain(err error) string {
	lines := strings.Split(err.Error(), "\n")
	for i, line := range lines {
		for _, internal := range []string{"report: ", "eval: ", "preflight: "} {
			line = strings.TrimPrefix(line, internal)
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// log calls t.Logf with the line of the user's test, even if the stack does not
// contain it.
func (d *dataset) log(t TB, text string) {
	t.Helper()
	if d.line == "" {
		t.Logf("%s", text)
		return
	}
	output(t, d.line+": "+text+"\n")
}

// fail logs text and calls t.Fail.
func (d *dataset) fail(t TB, text string) {
	t.Helper()
	f, ok := t.(interface{ Fail() })
	if d.line == "" || !ok {
		t.Errorf("%s", text)
		return
	}
	d.log(t, text)
	f.Fail()
}

// fatal logs text and calls t.FailNow.
func (d *dataset) fatal(t TB, text string) {
	t.Helper()
	f, ok := t.(interface{ FailNow() })
	if d.line == "" || !ok {
		t.Fatalf("%s", text)
		return
	}
	d.log(t, text)
	f.FailNow()
}

// reportArtifact prints the first error of the artifact. The earlier records are kept,
// and the numbers do not depend on the artifact.
func (d *dataset) reportArtifact(t TB, err error) {
	if err != nil && !d.artifactReported {
		t.Helper()
		d.artifactReported = true
		d.fail(t, fmt.Sprintf("evaltest: data set %q: %s", d.name, plain(err)))
	}
}
