package evaltest

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/report"
)

type voyage struct {
	Depart time.Time   `json:"depart"`
	Calls  []time.Time `json:"calls"`
	Legs   []leg       `json:"legs"`
}

type leg struct {
	Port   string     `json:"port"`
	Arrive *time.Time `json:"arrive"`
}

// voyages returns n cases. The truths of the first timed ones leave at 8:00, the others at midnight, all in UTC.
func voyages(n, timed int) (cases []Case[voyage]) {
	for i := range n {
		t := time.Date(2026, 3, 1+i%28, 0, 0, 0, 0, time.UTC)
		if i < timed {
			t = t.Add(8 * time.Hour)
		}
		later := t.AddDate(0, 0, 3)
		v := voyage{t, []time.Time{t, later}, []leg{{"Hamburg", &later}}}
		want, _ := json.Marshal(v)
		cases = append(cases, Case[voyage]{ID: fmt.Sprint(i), Input: v, Want: json.RawMessage(want)})
	}
	return cases
}

// shifted returns an extractor whose times are some hours late, in a zone.
func shifted(late time.Duration, zone *time.Location) func(context.Context, voyage) (voyage, error) {
	return func(_ context.Context, v voyage) (voyage, error) {
		move := func(t time.Time) time.Time { return t.Add(late).In(zone) }
		arrive := move(*v.Legs[0].Arrive)
		return voyage{move(v.Depart), []time.Time{move(v.Calls[0]), move(v.Calls[1])}, []leg{{v.Legs[0].Port, &arrive}}}, nil
	}
}

func TestPointsInTime(t *testing.T) {
	east := time.FixedZone("", 2*3600)
	const (
		points = `"depart": points in time are compared, as 40 of 40 truths have a time of day`
		few    = `"depart": 3 of 40 truths have a time of day, fewer than a tenth: days are compared; write eval:"time,as=instant", or eval:"time,as=day" if only the day counts`
	)
	for _, tt := range []struct {
		reason  string
		n       int // truths with a time of day, of 40
		extract func(context.Context, voyage) (voyage, error)
		right   bool
		as      string // recorded
		note    string // printed, "" for no note
	}{
		{"13 hours off", 40, shifted(13*time.Hour, time.UTC), false, "instant", points},
		{"the same instant in another zone", 40, shifted(0, east), true, "instant", points},
		{"the same hour in another zone", 40, shifted(-2*time.Hour, east), false, "instant", points},
		{"days keep agreeing by day", 0, shifted(13*time.Hour, time.UTC), true, "day", ""},
		{"another day", 0, shifted(25*time.Hour, time.UTC), false, "day", ""},
		{"midnight in another zone", 0, shifted(0, time.FixedZone("", -5*3600)), true, "day", ""},
		{"a few truths with hours", 3, shifted(13*time.Hour, time.UTC), true, "day", few},
		{"a tenth of the truths with hours", 4, shifted(0, east), true, "instant", `"depart": points in time are compared, as 4 of 40 truths have a time of day`},
	} {
		t.Run(tt.reason, func(t *testing.T) {
			dir := withMain(t)
			suite := Suite[voyage, voyage]{Name: "set", Cases: voyages(40, tt.n), Extract: tt.extract, Gate: Gate{FieldF1: map[string]float64{"depart": 1, "calls[]": 1, "legs[].arrive": 1}}}
			ok, printed := inner(t, "TestX", suite.Run)
			assert.Equal(t, tt.right, ok, printed)
			records, written := readArtifact(t, dir)
			for _, r := range records {
				if sum, ok := r.(*report.Summary); ok {
					require.Equal(t, []string{"depart", "calls[]", "legs[].port", "legs[].arrive", "legs[]"}, attributesOf(sum))
					for _, i := range []int{0, 1, 3} {
						a := sum.Attributes[i]
						recall := map[bool]float64{true: 1}[tt.right]
						assert.Equal(t, is(recall), sum.Number("recall of "+a.Attribute).Value, a.Attribute)
					}
				}
			}
			decided := fmt.Sprintf(`"match":"time","as":%q,"decided":true`, tt.as)
			for _, field := range []string{`{"path":"depart",` + decided, `{"path":"arrive",` + decided, `{"path":"calls","match":"set","each":{` + decided} {
				assert.Contains(t, written, field)
			}
			if tt.note != "" {
				assert.Contains(t, printed, tt.note)
			} else {
				assert.NotContains(t, printed, "time of day")
			}
		})
	}
}

func attributesOf(s *report.Summary) (names []string) {
	for _, a := range s.Attributes {
		names = append(names, a.Attribute)
	}
	return names
}

// The author of a spec may say how times are compared, whatever the truths are.
func TestStatedPointsInTime(t *testing.T) {
	type byInstant struct {
		Depart time.Time `json:"depart" eval:"time,as=instant"`
	}
	type byDay struct {
		Depart time.Time `json:"depart" eval:"time,as=day"`
	}
	type byDate struct {
		Depart time.Time `json:"depart" eval:"date"`
	}
	type byDateOfDay struct {
		Depart time.Time `json:"depart" eval:"date,precision=day"`
	}
	const ignored = `"depart": 40 of 40 truths have a time of day, which date ignores; write eval:"date,instant", or eval:"date,precision=day" if only the day counts`
	for _, tt := range []struct {
		name    string
		run     func(*testing.T)
		right   bool
		finding string // "" for none
	}{
		{"as instant", late[byInstant](3), false, ""},
		{"as day", late[byDay](40), true, ""},
		{"date", late[byDate](40), true, ignored},
		{"date with a precision", late[byDateOfDay](40), true, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			withMain(t)
			ok, printed := inner(t, "TestX", tt.run)
			assert.Equal(t, tt.right, ok, printed)
			if tt.finding != "" {
				assert.Contains(t, printed, tt.finding)
			} else {
				assert.NotContains(t, printed, "a time of day")
			}
		})
	}
}

// late runs a suite of 40 truths, of which so many have a time of day, and of answers that are 13 hours late.
func late[Out any](timed int) func(*testing.T) {
	late := shifted(13*time.Hour, time.UTC)
	return Suite[voyage, Out]{Name: "set", Cases: departures(voyages(40, timed)), Gate: Gate{MicroF1: 1}, Extract: func(ctx context.Context, v voyage) (out Out, err error) {
		v, _ = late(ctx, v)
		data, _ := json.Marshal(map[string]any{"depart": v.Depart})
		return out, json.Unmarshal(data, &out)
	}}.Run
}

// departures returns cases with truths that have nothing but the departure.
func departures(cases []Case[voyage]) []Case[voyage] {
	for i := range cases {
		want, _ := json.Marshal(map[string]any{"depart": cases[i].Input.Depart})
		cases[i].Want = json.RawMessage(want)
	}
	return cases
}

// A single comparison has no truths beside its own: each of them decides.
func TestPointsInTimeOfSingleTruths(t *testing.T) {
	type ride struct {
		Depart time.Time `json:"depart"`
	}
	at := func(hour int) ride { return ride{time.Date(2026, 3, 1, hour, 0, 0, 0, time.UTC)} }
	withMain(t)
	for _, tt := range []struct {
		reason    string
		got, want any
		right     bool
	}{
		{"13 hours off", at(21), at(8), false},
		{"a day alone", at(21), at(0), true},
		{"a day alone, as JSON", at(21), json.RawMessage(`{"depart":"2026-03-01"}`), true},
		{"another day", at(21), json.RawMessage(`{"depart":"2026-03-02"}`), false},
		{"another zone", at(8), json.RawMessage(`{"depart":"2026-03-01T10:00:00+02:00"}`), true},
	} {
		ok, printed := inner(t, "TestX", func(t *testing.T) { FieldAccuracy(t, tt.got, tt.want, Config{}) })
		assert.Equal(t, tt.right, ok, "%s: %s", tt.reason, printed)
	}
}

// All shards take times as the whole data set has them, however few truths with a time of day a shard has. Shards of
// another data set decided otherwise and are not judged together with them.
func TestShardsTakeTimesAlike(t *testing.T) {
	dir := withMain(t)
	shard := func(n int, set []Case[voyage], extract func(context.Context, voyage) (voyage, error)) {
		t.Helper()
		t.Setenv("EVALTEST_SHARD", fmt.Sprintf("%d/4", n))
		ok, printed := inner(t, "TestX", Suite[voyage, voyage]{Name: "set", Cases: set, Extract: extract, Gate: Gate{Accuracy: 1}}.Run)
		assert.True(t, ok, printed)
	}
	for n := 1; n <= 4; n++ {
		shard(n, voyages(40, 4), shifted(0, time.FixedZone("", 3600)))
	}
	merged := mergeAll(t, dir)
	assert.EqualValues(t, 1, merged.Number("accuracy").Value.Value)
	assert.Equal(t, `"depart": points in time are compared, as 4 of 40 truths have a time of day`, merged.Findings()[0].Text)

	dir = withMain(t)
	for n := 1; n <= 2; n++ {
		shard(n, voyages(40, 2+n), shifted(0, time.UTC))
	}
	requireConflict(t, dir, `: data set "set" was made with another spec than in .*: "calls\[\]" is read by as: instant, and by as: day in .*; "depart" is read by .*; state it in the spec`)
}
