package internal_test

import (
	"encoding/json"
	"testing"

	"github.com/extracteval/extracteval/internal/words"
)

func TestOtherDates(t *testing.T) {
	for _, tt := range []struct{ spec, other, want string }{
		{`{"fields":[{"path":"date"}]}`, `{}`, ""},
		{`{"date_orders":{"date":"dmy"}}`, `{"date_orders":{"date":"dmy"}}`, ""},
		{`{"date_orders":{"date":"dmy"}}`, `{}`, `"date" is read by order: dmy, and by the default order in old.jsonl`},
		{`{"date_orders":{"a":"ymd"}}`, `{"date_orders":{"a":"mdy","b":"dmy"}}`,
			`"a" is read by order: ymd, and by order: mdy in old.jsonl; "b" is read by the default order, and by order: dmy in old.jsonl`},
		{`{"fields":[{"path":"depart","match":"time","as":"day","decided":true}]}`, `{"fields":[{"path":"depart","match":"time","as":"instant","decided":true}]}`,
			`"depart" is read by as: day, and by as: instant in old.jsonl`},
		{`{"fields":[{"path":"legs","match":"list","fields":[{"path":"depart","match":"time","as":"day"}]}]}`, `{"fields":[{"path":"legs","match":"list","fields":[{"path":"depart","match":"time"}]}]}`,
			`"legs[].depart" is read by as: day, and by the rule of each truth in old.jsonl`},
		{`{"fields":[{"path":"stops","match":"set","each":{"match":"time","as":"day"}}]}`, `{"fields":[{"path":"stops","match":"set","each":"time"}]}`,
			`"stops[]" is read by as: day, and by the rule of each truth in old.jsonl`},
		{`{"fields":[{"path":"d","match":"time","as":"day"}],"date_orders":{"d":"dmy"}}`, `{"fields":[{"path":"d","match":"time","as":"day"}]}`,
			`"d" is read by order: dmy, as: day, and by as: day in old.jsonl`},
		{`no JSON`, ``, ""},
	} {
		if got := words.OtherDates(json.RawMessage(tt.spec), json.RawMessage(tt.other), "old.jsonl"); got != tt.want {
			t.Errorf("%s against %s: got %q, want %q", tt.spec, tt.other, got, tt.want)
		}
	}
}
