package gotest

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
	s, err := ReadSettings(env(nil))
	assert.NoError(t, err)
	assert.Equal(t, Settings{}, s)

	s, err = ReadSettings(env(map[string]string{"EVALTEST_DIR": "/tmp/x/", "EVALTEST_RUN": "nightly", "EVALTEST_GATE": "off", "EVALTEST_TRIALS": "5", "EVALTEST_REDACT_KEY": "k"}))
	assert.NoError(t, err)
	assert.Equal(t, Settings{Dir: "/tmp/x", Run: "nightly", GateOff: true, Trials: 5, Key: []byte("k")}, s)
}

func TestSettingsErrors(t *testing.T) {
	for _, tt := range []struct{ name, value, want string }{
		{"EVALTEST_DIR", "out", `invalid value for EVALTEST_DIR="out": want an absolute path (a relative one would be another folder in each package)`},
		{"EVALTEST_GATE", "no", `invalid value for EVALTEST_GATE="no": want on or off`},
		{"EVALTEST_TRIALS", "0", `invalid value for EVALTEST_TRIALS="0": want a whole number from 1`},
		{"EVALTEST_TRIALS", "many", `invalid value for EVALTEST_TRIALS="many": want a whole number from 1`},
	} {
		_, err := ReadSettings(env(map[string]string{tt.name: tt.value}))
		assert.EqualError(t, err, tt.want)
	}
}

func TestUnknownSettings(t *testing.T) {
	for name, want := range map[string]string{"EVALTEST_TRAILS": `; did you mean "EVALTEST_TRIALS"?`, "EVALTEST_UPDATES": `; did you mean "EVALTEST_UPDATE"?`, "EVALTEST_FOO": "; known are EVALTEST_ANSWERS, "} {
		assert.ErrorContains(t, UnknownSettings([]string{"EVALTEST_DIR=/x", name + "=1"}), "unknown environment variable "+name+want)
	}
}

func TestAProviderThatNobodyKnowsWouldReplay(t *testing.T) {
	_, err := Provider(env(map[string]string{"EVALTEST_PROVIDER": "reel"}))
	assert.EqualError(t, err, `invalid value for EVALTEST_PROVIDER="reel": want replay, record or real; did you mean "real"?`)
	for value, want := range map[string]string{"": "replay", "replay": "replay", "record": "record", "real": "real"} {
		got, err := Provider(env(map[string]string{"EVALTEST_PROVIDER": value}))
		assert.NoError(t, err)
		assert.Equal(t, want, got)
	}
}

func TestReadShard(t *testing.T) {
	for _, tt := range []struct {
		name   string
		env    map[string]string
		want   Shard
		status string
		err    string
	}{
		{"none", nil, Shard{}, "", ""},
		{"empty", map[string]string{"EVALTEST_SHARD": ""}, Shard{}, "", ""},
		{"second of seven", map[string]string{"EVALTEST_SHARD": "2/7"}, Shard{2, 7}, "", ""},
		{"one of one is all", map[string]string{"EVALTEST_SHARD": "1/1"}, Shard{}, "", ""},
		{"Bazel counts from 0", map[string]string{"TEST_TOTAL_SHARDS": "7", "TEST_SHARD_INDEX": "0", "TEST_SHARD_STATUS_FILE": "/s"}, Shard{1, 7}, "/s", ""},
		{"Bazel without shards", map[string]string{"TEST_TOTAL_SHARDS": "1", "TEST_SHARD_INDEX": "0"}, Shard{}, "", ""},
		{"EVALTEST_SHARD before Bazel", map[string]string{"EVALTEST_SHARD": "3/3", "TEST_TOTAL_SHARDS": "7", "TEST_SHARD_INDEX": "0", "TEST_SHARD_STATUS_FILE": "/s"}, Shard{3, 3}, "", ""},
		{"shard 0", map[string]string{"EVALTEST_SHARD": "0/7"}, Shard{}, "", `invalid value for EVALTEST_SHARD="0/7": want i/n with i from 1 to n, n at most 100000`},
		{"beyond the last", map[string]string{"EVALTEST_SHARD": "8/7"}, Shard{}, "", `invalid value for EVALTEST_SHARD="8/7": want i/n with i from 1 to n, n at most 100000`},
		{"no numbers", map[string]string{"EVALTEST_SHARD": "two of 7"}, Shard{}, "", `invalid value for EVALTEST_SHARD="two of 7": want i/n with i from 1 to n, n at most 100000`},
		{"Bazel without index", map[string]string{"TEST_TOTAL_SHARDS": "7"}, Shard{}, "", `invalid value for TEST_SHARD_INDEX="" with TEST_TOTAL_SHARDS="7": want an index from 0 and their number`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, status, err := readShard(env(tt.env))
			assert.Equal(t, tt.want, s)
			assert.Equal(t, tt.status, status)
			if tt.err != "" {
				assert.EqualError(t, err, tt.err)
			} else {
				assert.NoError(t, err)
			}
		})
	}
}
