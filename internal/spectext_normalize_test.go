package internal_test

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"net"
	"net/mail"
	"net/url"
	"reflect"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/spectext"
	"github.com/extracteval/extracteval/metrics/document"
)

// status is an enum that the database has as text, rate a fraction that it has as a number.
type status int

func (s status) Value() (driver.Value, error) {
	if s > 1 {
		return nil, fmt.Errorf("no status %d", int(s))
	}
	return [...]string{"open", "paid"}[s], nil
}

type rate struct {
	Num int `json:"num"`
	Den int `json:"den"`
}

func (r rate) Value() (driver.Value, error) {
	if r.Den == 0 {
		return nil, errors.New("divided by 0")
	}
	return float64(r.Num) / float64(r.Den), nil
}

type party struct {
	Name sql.NullString `json:"name"`
	Took time.Duration  `json:"took"`
}

type all struct {
	Buyer  sql.NullString           `json:"buyer"`
	Count  *sql.NullInt64           `json:"count"`
	Party  sql.Null[party]          `json:"party"`
	Due    sql.NullTime             `json:"due"`
	Tags   []sql.Null[string]       `json:"tags"`
	Rates  map[string]rate          `json:"rates"`
	State  status                   `json:"state" eval:"one_of"`
	Site   url.URL                  `json:"site"`
	From   *mail.Address            `json:"from"`
	Net    net.IPNet                `json:"net"`
	Took   time.Duration            `json:"took"`
	Placed sql.NullString           `json:"placed" eval:"exact,want=deep.placed"`
	Any    any                      `json:"any"`
	Maps   map[string]sql.NullInt64 `json:"maps"`
}

func TestCheckReadsTheOwnFormOfATypeThatIsOneValue(t *testing.T) {
	for _, tt := range []struct{ name, truth, want, err string }{
		{"the values alone", `{"buyer":"a","count":3,"party":{"name":null,"took":1},"due":"2026-03-01T10:00:00Z","tags":["x",null],"rates":{"a":0.5},"state":"paid","site":"https://x.org","from":"b@x.org","net":"192.0.2.0/24","took":60}`, `as it was`, ``},
		{"as encoding/json writes a sql.Null", `{"buyer":{"String":"a","Valid":true},"count":{"Int64":3,"Valid":false},"tags":[{"V":"x","Valid":true},"y"],"maps":{"a":{"Int64":1,"Valid":true}},"deep":{"placed":{"String":"p","Valid":true}}}`,
			`{"buyer":"a","count":null,"tags":["x","y"],"maps":{"a":1},"deep":{"placed":"p"}}`, ``},
		{"one in one", `{"party":{"V":{"name":{"String":"n","Valid":true},"took":"1s"},"Valid":true}}`, `{"party":{"name":"n","took":1000000000}}`, ``},
		{"as encoding/json writes a type with Value", `{"rates":{"a":{"num":1,"den":4}},"state":[1,"open"]}`, `{"rates":{"a":0.25},"state":["paid","open"]}`, ``},
		{"fields of url.URL", `{"site":{"Scheme":"https","Host":"x.org","Path":"/a","User":null}}`, `{"site":"https://x.org/a"}`, ``},
		{"fields of net.IPNet", `{"net":{"IP":"192.0.2.0","Mask":"////AA=="}}`, `{"net":"192.0.2.0/24"}`, ``},
		{"fields of mail.Address", `{"from":{"Name":"Barry","Address":"b@x.org"}}`, `{"from":"Barry <b@x.org>"}`, ``},
		{"the text of mail.Address", `{"from":"\"Barry \\\"B\\\" Gibbs\" <b@x.org>"}`, `{"from":"Barry \"B\" Gibbs <b@x.org>"}`, ``},
		{"as people write it", `{"from":"Barry  <b@x.org>"}`, `{"from":"Barry <b@x.org>"}`, ``},
		{"with a name that is encoded", `{"from":"=?utf-8?q?J=C3=B6rg?= <j@x.org>"}`, `{"from":"Jörg <j@x.org>"}`, ``},
		{"without a name", `{"from":"<b@x.org>"}`, `{"from":"b@x.org"}`, ``},
		{"a duration as text", `{"took":"1h30m"}`, `{"took":5400000000000}`, ``},
		{"a place without a type", `{"any":{"String":"a","Valid":true}}`, `as it was`, ``},

		{"a slip in the keys", `{"buyer":{"Strng":"a","Valid":true}}`, ``, `buyer: got object, want the value alone, null, or {"String": …, "Valid": true}`},
		{"a key that is missing", `{"buyer":{"String":"a"}}`, ``, `buyer: got object, want the value alone, null, or {"String": …, "Valid": true}`},
		{"another type", `{"count":"three"}`, ``, `count: got string "three", want a number`},
		{"another type in the own form", `{"count":{"Int64":"three","Valid":true}}`, ``, `count: got string "three", want a number`},
		{"a list", `{"site":["https://x.org"]}`, ``, `site: got array, want a text`},
		{"text for a number", `{"rates":{"a":"half"}}`, ``, `rates.a: got string "half", want a number`},
		{"an unknown key in the own form", `{"rates":{"a":{"num":1,"dn":4}}}`, ``, `rates.a.dn: unknown key; did you mean "den" (field Den of internal_test.rate)? Correct the truth, or the json tag`},
		{"a value that its method refuses", `{"rates":{"a":{"num":1,"den":0}},"state":7}`, ``, "rates.a: it cannot be read as internal_test.rate: the method Value of internal_test.rate: divided by 0\n" +
			"eval: state: it cannot be read as internal_test.status: the method Value of internal_test.status: no status 7"},
		{"a duration that is none", `{"took":"an hour"}`, ``, `took: got string "an hour", want nanoseconds as a number, or a text such as "1h30m"`},
	} {
		truth, err := document.Parse([]byte(tt.truth))
		require.NoError(t, err)
		got, err := spectext.CheckTruth(truth, reflect.TypeFor[*all]())
		if tt.err != "" {
			assert.EqualError(t, err, "eval: "+tt.err, tt.name)
			continue
		}
		require.NoError(t, err, tt.name)
		if tt.want == "as it was" {
			tt.want = tt.truth
		}
		assert.Equal(t, tt.want, got.String(), tt.name)
		assert.Equal(t, tt.want, spectext.Normalize(truth, reflect.TypeFor[all]()).String(), tt.name)
		assert.Equal(t, tt.want, spectext.Normalize(got, reflect.TypeFor[all]()).String(), "twice is as good as once: %s", tt.name)
	}
}
