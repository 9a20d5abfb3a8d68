package evaltest

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func env(pairs map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		v, ok := pairs[name]
		return v, ok
	}
}

func TestSettings(t *testing.T) {
	s, err := readSettings(env(nil))
	assert.NoError(t, err)
	assert.Equal(t, settings{}, s)

	s, err = readSettings(env(map[string]string{"EVALTEST_DIR": "/tmp/x/", "EVALTEST_RUN": "nightly", "EVALTEST_GATE": "off", "EVALTEST_TRIALS": "5", "EVALTEST_REDACT_KEY": "k"}))
	assert.NoError(t, err)
	assert.Equal(t, settings{dir: "/tmp/x", run: "nightly", gateOff: true, trials: 5, key: []byte("k")}, s)
}

func TestSettingsErrors(t *testing.T) {
	for _, tt := range []struct{ name, value, want string }{
		{"EVALTEST_DIR", "out", `invalid value for EVALTEST_DIR="out": want an absolute path (a relative one would be another folder in each package)`},
		{"EVALTEST_GATE", "no", `invalid value for EVALTEST_GATE="no": want on or off`},
		{"EVALTEST_TRIALS", "0", `invalid value for EVALTEST_TRIALS="0": want a whole number from 1`},
		{"EVALTEST_TRIALS", "many", `invalid value for EVALTEST_TRIALS="many": want a whole number from 1`},
	} {
		_, err := readSettings(env(map[string]string{tt.name: tt.value}))
		assert.EqualError(t, err, tt.want)
	}
}

func TestAttrEscape(t *testing.T) {
	assert.Equal(t, "evaltest.f1.lines[].amount", attrEscape("evaltest.f1.lines[].amount"))
	assert.Equal(t, "a%20b%0A100%25", attrEscape("a b\n100%"))
	assert.Equal(t, "Größe", attrEscape("Größe"))
	assert.Equal(t, "%E2%80%AE", attrEscape("\u202e"))
}
