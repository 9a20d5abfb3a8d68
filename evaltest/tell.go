package evaltest

import (
	"fmt"
	"strings"
)

// plain returns an error as a test tells it, behind "evaltest: ": its lines do not begin
// with the package that they come from.
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

// log is t.Logf with the line of the user's test also where the stack does not
// lead there.
func (d *dataset) log(t TB, text string) {
	t.Helper()
	if d.line == "" {
		t.Logf("%s", text)
		return
	}
	output(t, d.line+": "+text+"\n")
}

// fail is log and t.Fail.
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

// fatal is fail and the end of the test.
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

// tell reports the first error of the artifact: the records before it are kept,
// and the numbers do not depend on it.
func (d *dataset) tell(t TB, err error) {
	if err != nil && !d.told {
		t.Helper()
		d.told = true
		d.fail(t, fmt.Sprintf("evaltest: data set %q: %s", d.name, plain(err)))
	}
}
