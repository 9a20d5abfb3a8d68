package words

import (
	"encoding/json"
	"testing"
)

func TestOtherDateOrders(t *testing.T) {
	for _, tt := range []struct{ spec, other, want string }{
		{`{"fields":[{"path":"date"}]}`, `{}`, ""},
		{`{"date_orders":{"date":"dmy"}}`, `{"date_orders":{"date":"dmy"}}`, ""},
		{`{"date_orders":{"date":"dmy"}}`, `{}`, `"date" is read by order: dmy, and by the default order in old.jsonl`},
		{`{"date_orders":{"a":"ymd"}}`, `{"date_orders":{"a":"mdy","b":"dmy"}}`,
			`"a" is read by order: ymd, and by order: mdy in old.jsonl; "b" is read by the default order, and by order: dmy in old.jsonl`},
		{`no JSON`, ``, ""},
	} {
		if got := OtherDateOrders(json.RawMessage(tt.spec), json.RawMessage(tt.other), "old.jsonl"); got != tt.want {
			t.Errorf("%s against %s: got %q, want %q", tt.spec, tt.other, got, tt.want)
		}
	}
}
