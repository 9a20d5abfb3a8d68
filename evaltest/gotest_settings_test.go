package evaltest_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/evaltest/internal/gotest"
)

func env(pairs map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		v, ok := pairs[name]
		return v, ok
	}
}

func TestSettings(t *testing.T) {
	s, err := gotest.ReadSettings(env(nil))
	assert.NoError(t, err)
	assert.Equal(t, gotest.Settings{}, s)

	s, err = gotest.ReadSettings(env(map[string]string{"EVALTEST_DIR": "/tmp/x/", "EVALTEST_RUN": "nightly", "EVALTEST_GATE": "off", "EVALTEST_TRIALS": "5", "EVALTEST_REDACT_KEY": "k"}))
	assert.NoError(t, err)
	assert.Equal(t, gotest.Settings{Dir: "/tmp/x", Run: "nightly", GateOff: true, Trials: 5, Key: []byte("k")}, s)
}

func TestSettingsErrors(t *testing.T) {
	for _, tt := range []struct{ name, value, want string }{
		{"EVALTEST_DIR", "out", `invalid value for EVALTEST_DIR="out": want an absolute path (a relative one would be another folder in each package)`},
		{"EVALTEST_GATE", "no", `invalid value for EVALTEST_GATE="no": want on or off`},
		{"EVALTEST_TRIALS", "0", `invalid value for EVALTEST_TRIALS="0": want a whole number from 1`},
		{"EVALTEST_TRIALS", "many", `invalid value for EVALTEST_TRIALS="many": want a whole number from 1`},
	} {
		_, err := gotest.ReadSettings(env(map[string]string{tt.name: tt.value}))
		assert.EqualError(t, err, tt.want)
	}
}

func TestUnknownSettings(t *testing.T) {
	for name, want := range map[string]string{"EVALTEST_TRAILS": `; did you mean "EVALTEST_TRIALS"?`, "EVALTEST_UPDATES": `; did you mean "EVALTEST_UPDATE"?`, "EVALTEST_FOO": "; known are EVALTEST_ANSWERS, "} {
		assert.ErrorContains(t, gotest.UnknownSettings([]string{"EVALTEST_DIR=/x", name + "=1"}), "unknown environment variable "+name+want)
	}
}

func TestAProviderThatNobodyKnowsWouldReplay(t *testing.T) {
	_, err := gotest.Provider(env(map[string]string{"EVALTEST_PROVIDER": "reel"}))
	assert.EqualError(t, err, `invalid value for EVALTEST_PROVIDER="reel": want replay, record or real; did you mean "real"?`)
	for value, want := range map[string]string{"": "replay", "replay": "replay", "record": "record", "real": "real"} {
		got, err := gotest.Provider(env(map[string]string{"EVALTEST_PROVIDER": value}))
		assert.NoError(t, err)
		assert.Equal(t, want, got)
	}
}

func TestReadShard(t *testing.T) {
	for _, tt := range []struct {
		name   string
		env    map[string]string
		want   gotest.Shard
		status string
		err    string
	}{
		{"none", nil, gotest.Shard{}, "", ""},
		{"empty", map[string]string{"EVALTEST_SHARD": ""}, gotest.Shard{}, "", ""},
		{"second of seven", map[string]string{"EVALTEST_SHARD": "2/7"}, gotest.Shard{N: 2, Of: 7}, "", ""},
		{"one of one is all", map[string]string{"EVALTEST_SHARD": "1/1"}, gotest.Shard{}, "", ""},
		{"Bazel counts from 0", map[string]string{"TEST_TOTAL_SHARDS": "7", "TEST_SHARD_INDEX": "0", "TEST_SHARD_STATUS_FILE": "/s"}, gotest.Shard{N: 1, Of: 7}, "/s", ""},
		{"Bazel without shards", map[string]string{"TEST_TOTAL_SHARDS": "1", "TEST_SHARD_INDEX": "0"}, gotest.Shard{}, "", ""},
		{"EVALTEST_SHARD before Bazel", map[string]string{"EVALTEST_SHARD": "3/3", "TEST_TOTAL_SHARDS": "7", "TEST_SHARD_INDEX": "0", "TEST_SHARD_STATUS_FILE": "/s"}, gotest.Shard{N: 3, Of: 3}, "", ""},
		{"shard 0", map[string]string{"EVALTEST_SHARD": "0/7"}, gotest.Shard{}, "", `invalid value for EVALTEST_SHARD="0/7": want i/n with i from 1 to n, n at most 100000`},
		{"beyond the last", map[string]string{"EVALTEST_SHARD": "8/7"}, gotest.Shard{}, "", `invalid value for EVALTEST_SHARD="8/7": want i/n with i from 1 to n, n at most 100000`},
		{"no numbers", map[string]string{"EVALTEST_SHARD": "two of 7"}, gotest.Shard{}, "", `invalid value for EVALTEST_SHARD="two of 7": want i/n with i from 1 to n, n at most 100000`},
		{"Bazel without index", map[string]string{"TEST_TOTAL_SHARDS": "7"}, gotest.Shard{}, "", `invalid value for TEST_SHARD_INDEX="" with TEST_TOTAL_SHARDS="7": want an index from 0 and their number`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, err := gotest.ReadSettings(env(tt.env))
			assert.Equal(t, tt.want, s.Shard)
			assert.Equal(t, tt.status, s.Status)
			if tt.err != "" {
				assert.EqualError(t, err, tt.err)
			} else {
				assert.NoError(t, err)
			}
		})
	}
}
