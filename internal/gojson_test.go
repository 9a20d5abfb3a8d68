package internal_test

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"net"
	"net/mail"
	"net/netip"
	"net/url"
	"reflect"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/internal/gojson"
)

// quotient is stored as a number, cents as one by a method of the pointer.
type quotient struct{ Num, Den int64 }

func (r quotient) Value() (driver.Value, error) {
	if r.Den == 0 {
		return nil, nil
	}
	return float64(r.Num) / float64(r.Den), nil
}

type cents struct{ n int64 }

func (c *cents) Value() (driver.Value, error) { return c.n, nil }

// stage is an enum that is stored as text; country is text already.
type stage int

func (s stage) Value() (driver.Value, error) {
	names := []string{"open", "paid"}
	if int(s) >= len(names) {
		return nil, errors.New("no such status")
	}
	return names[s], nil
}

type country string

func (c country) Value() (driver.Value, error) { return strings.ToUpper(string(c)), nil }

// meta is stored as a JSON column, also with nothing in it; notes only if it has some.
type meta struct {
	Lang  string
	Pages int
}

func (m meta) Value() (driver.Value, error) { return json.Marshal(m) }

type notes struct{ Texts []string }

func (n notes) Value() (driver.Value, error) {
	if len(n.Texts) == 0 {
		return "", nil
	}
	text, err := json.Marshal(n)
	return string(text), err
}

// point is stored in binary, marks as an array of the database, tagged as text although its tags compare its fields.
type point struct{ X, Y float64 }

func (p point) Value() (driver.Value, error) { return []byte{1, 1, 0, 0, byte(p.X)}, nil }

type marks []string

func (l marks) Value() (driver.Value, error) { return "{" + strings.Join(l, ",") + "}", nil }

type tagged struct {
	Name string `eval:"fuzzy"`
}

func (t tagged) Value() (driver.Value, error) { return t.Name, nil }

// wrapped is one value by its only field, audited has fields beside.
type wrapped struct{ sql.NullString }

type audited struct {
	sql.NullString
	By string
}

// stamp is as protobuf's Timestamp, zoned as pgtype.Timestamptz.
type stamp struct{ Seconds int64 }

func (s *stamp) AsTime() time.Time { return time.Unix(s.Seconds, 0).UTC() }

type zoned struct {
	Time  time.Time
	Valid bool
}

func (z zoned) MarshalJSON() ([]byte, error) { return json.Marshal(z.Time) }
func (z zoned) Value() (driver.Value, error) {
	if !z.Valid {
		return nil, nil
	}
	return z.Time, nil
}

// uuid is bytes, and a text for the database. faulty fails, and panics when it is used.
type uuid [4]byte

func (u uuid) Value() (driver.Value, error) { return "0a-0b", nil }

type faulty struct{ Deep int }

func (b faulty) Value() (driver.Value, error) {
	if b.Deep > 6 {
		panic("seven")
	}
	return nil, errors.New("no value")
}

func address(s string) url.URL {
	u, err := url.Parse(s)
	if err != nil {
		panic(err)
	}
	return *u
}

func TestMarshalWritesOneValue(t *testing.T) {
	depart := time.Date(2026, 3, 1, 13, 4, 5, 678, time.FixedZone("", 3600))
	_, network, err := net.ParseCIDR("192.0.2.0/24")
	require.NoError(t, err)
	for _, tt := range []struct {
		value any
		want  string
		kind  gojson.Single
	}{
		{quotient{1, 4}, `0.25`, gojson.SingleNumber},
		{quotient{}, `null`, gojson.SingleNumber},
		{cents{7}, `7`, gojson.SingleNumber}, // by a pointer's method
		{stage(1), `"paid"`, gojson.SingleText},
		{country("de"), `"de"`, gojson.NotSingle}, // a text already
		{meta{"en", 2}, `{"Lang":"en","Pages":2}`, gojson.NotSingle},
		{notes{}, `{"Texts":null}`, gojson.NotSingle}, // one with all fields shows it
		{point{1, 2}, `{"X":1,"Y":2}`, gojson.NotSingle},
		{marks{"a"}, `["a"]`, gojson.NotSingle},
		{tagged{"a"}, `{"Name":"a"}`, gojson.NotSingle},
		{wrapped{sql.NullString{String: "a", Valid: true}}, `"a"`, gojson.SingleText},
		{audited{sql.NullString{String: "a", Valid: true}, "b"}, `{"String":"a","Valid":true,"By":"b"}`, gojson.NotSingle},
		{stamp{1}, `"1970-01-01T00:00:01Z"`, gojson.SingleTime},
		{zoned{depart, true}, `"2026-03-01T13:04:05.000000678+01:00"`, gojson.SingleTime},
		{depart, `"2026-03-01T13:04:05.000000678+01:00"`, gojson.SingleTime},
		{uuid{1}, `"0a-0b"`, gojson.SingleText},
		{address("https://x.org/a?b=c&d"), `"https://x.org/a?b=c&d"`, gojson.SingleText},
		{mail.Address{Name: "Barry", Address: "b@x.org"}, `"Barry <b@x.org>"`, gojson.SingleText},
		{mail.Address{Address: "b@x.org"}, `"b@x.org"`, gojson.SingleText},
		{*network, `"192.0.2.0/24"`, gojson.SingleText},
		{net.IPNet{}, `null`, gojson.SingleText},
		{netip.MustParseAddr("::1"), `"::1"`, gojson.NotSingle}, // by its MarshalText

		// All in which encoding/json writes an object of two fields.
		{sql.NullString{String: "a<b", Valid: true}, `"a<b"`, gojson.NotSingle},
		{sql.NullString{String: "left over"}, `null`, gojson.NotSingle},
		{sql.NullString{String: `{"a":1}`, Valid: true}, `"{\"a\":1}"`, gojson.NotSingle},
		{sql.NullInt64{Int64: 0, Valid: true}, `0`, gojson.NotSingle},
		{sql.NullByte{Byte: 9, Valid: true}, `9`, gojson.NotSingle},
		{sql.NullFloat64{Float64: math.Inf(-1), Valid: true}, `"-Inf"`, gojson.NotSingle},
		{sql.NullBool{Bool: false, Valid: true}, `false`, gojson.NotSingle},
		{sql.NullTime{Time: depart, Valid: true}, `"2026-03-01T13:04:05.000000678+01:00"`, gojson.NotSingle},
		{sql.Null[*big.Rat]{V: big.NewRat(1, 2), Valid: true}, `"1/2"`, gojson.NotSingle},
		{sql.Null[stage]{V: 1, Valid: true}, `"paid"`, gojson.NotSingle},
	} {
		assert.Equal(t, tt.kind, gojson.SingleOf(reflect.TypeOf(tt.value)), "%T", tt.value)
		// Wherever the value stands, it is written alike.
		p := reflect.New(reflect.TypeOf(tt.value))
		p.Elem().Set(reflect.ValueOf(tt.value))
		in := reflect.MakeMap(reflect.MapOf(reflect.TypeFor[string](), p.Type().Elem()))
		in.SetMapIndex(reflect.ValueOf("k"), p.Elem())
		for _, of := range []struct {
			value any
			want  string
		}{
			{tt.value, tt.want},
			{p.Interface(), tt.want},
			{[]any{tt.value, p.Interface()}, "[" + tt.want + "," + tt.want + "]"},
			{map[string]any{"k": tt.value}, `{"k":` + tt.want + `}`},
			{in.Interface(), `{"k":` + tt.want + `}`},
			{reflect.Zero(p.Type()).Interface(), "null"},
			{map[string][]any{"k": {struct{ F any }{p.Interface()}}}, `{"k":[{"F":` + tt.want + `}]}`},
		} {
			data, err := gojson.Marshal(of.value)
			require.NoError(t, err, "%T", of.value)
			assert.Equal(t, of.want, string(data), "%T", of.value)
		}
	}
}

type base struct {
	ID    *int `json:"id,omitempty"`
	Label string
}

type inner struct {
	Base  string
	Count int `json:"count,string"`
}

// plain has all that encoding/json knows, and a place for one more type.
type plain[T any] struct {
	base
	*inner
	Skip int `json:"-"`
	//lint:ignore SA5008 encoding/json reads the key "-"
	Dash    int `json:"-,"`
	private int
	Name    string                 `json:"a<b"`
	Text    string                 `json:",string"`
	Number  json.Number            `json:"number,string"`
	Rate    float32                `json:"rate,omitempty"`
	Flag    bool                   `json:",omitempty"`
	Zero    time.Time              `json:"zero,omitzero"`
	Addr    netip.Addr             `json:"addr,omitzero"`
	Big     big.Int                `json:"big"`
	Ptr     *string                `json:"ptr"`
	Raw     json.RawMessage        `json:"raw"`
	Bytes   []byte                 `json:"bytes"`
	Hash    [2]byte                `json:"hash"`
	Any     any                    `json:"any,omitempty"`
	Errs    []error                `json:"errs"`
	Keys    map[int]T              `json:"keys"`
	Addrs   map[netip.Addr][]T     `json:"addrs,omitempty"`
	Struct  struct{}               `json:"struct,omitempty"`
	List    [2]T                   `json:"list"`
	None    []T                    `json:"none"`
	Map     map[string]*plain[T]   `json:"map"`
	Down    *plain[T]              `json:"down,omitzero"`
	Wrapped interface{ Foo() int } `json:"wrapped"`
}

func filled[T any](v T) plain[T] {
	one, text := 1, "x"
	return plain[T]{
		base: base{&one, "l"}, inner: &inner{"b", 3}, Skip: 1, Dash: 2, private: 3, Name: "&", Text: "q\"", Number: "1.50",
		Rate: 1.5, Flag: true, Zero: time.Unix(0, 0).UTC(), Addr: netip.MustParseAddr("::1"), Big: *big.NewInt(7), Ptr: &text,
		Raw: json.RawMessage(`{ "a" : [1] }`), Bytes: []byte("ab"), Hash: [2]byte{1, 2}, Any: []any{1, "a", nil, map[string]any{"z": 1, "a": 2}},
		Errs: []error{nil}, Keys: map[int]T{10: v, 9: v}, Addrs: map[netip.Addr][]T{netip.MustParseAddr("::1"): {v}},
		List: [2]T{v, v}, Map: map[string]*plain[T]{"b": nil, "a": {}},
	}
}

// Beside a sql.NullString all is written as encoding/json writes it beside a *string.
func TestMarshalAgreesWithEncodingJSON(t *testing.T) {
	text := "v"
	null := sql.NullString{String: text, Valid: true}
	for _, tt := range []struct{ singles, plain any }{
		{filled(null), filled(&text)},
		{plain[sql.NullString]{}, plain[*string]{}},
		{map[string]any{"a": filled(null), "b": []int(nil)}, map[string]any{"a": filled(&text), "b": []int(nil)}},
	} {
		var want strings.Builder
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		p := reflect.New(reflect.TypeOf(tt.plain))
		p.Elem().Set(reflect.ValueOf(tt.plain))
		require.NoError(t, e.Encode(p.Interface()))
		data, err := gojson.Marshal(tt.singles)
		require.NoError(t, err)
		assert.Equal(t, strings.TrimSuffix(want.String(), "\n"), string(data))
	}
}

type node struct {
	Next, Prev *node
	Note       sql.NullString
	Any        any
	F          float64
}

// A map within maps is written once, not once for each level.
func TestMarshalOfDeepMapsIsLinear(t *testing.T) {
	const size, levels, few = 64 << 10, 500, 20
	var v any = strings.Repeat("x", size)
	for range levels {
		v = map[string]any{"a": v}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := gojson.Marshal(v)
	runtime.ReadMemStats(&after)
	require.NoError(t, err)
	assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(few*size))
}

func TestMarshalFails(t *testing.T) {
	ring := &node{Any: 1}
	ring.Next = &node{Prev: ring}
	ring.Next.Next, ring.Prev = ring, ring.Next
	loop := map[string]any{}
	loop["a"], loop["b"] = loop, []any{loop, loop}
	type plainNode struct {
		Next, Prev any
		F          float64
	}
	infinite := &plainNode{F: math.NaN()}
	infinite.Next, infinite.Prev = infinite, infinite
	for _, v := range []any{ring, loop, infinite} {
		_, err := gojson.Marshal(v)
		assert.ErrorContains(t, err, "encountered a cycle via", "%T", v)
	}

	var failed *gojson.MethodError
	for _, tt := range []struct {
		v    any
		want string
	}{
		{stage(7), "the method Value of internal_test.stage: no such status"},
		{map[string]any{"lines": []any{1, struct {
			S stage `json:"state"`
		}{9}}}, "lines[1].state: the method Value of internal_test.stage: no such status"},
		{map[string]faulty{"b": {}, "a": {}}, "a: the method Value of internal_test.faulty: no value"},
		{&struct{ B *faulty }{&faulty{7}}, "B: the method Value of internal_test.faulty: it panicked: seven"},
	} {
		_, err := gojson.Marshal(tt.v)
		if assert.ErrorAs(t, err, &failed) {
			assert.EqualError(t, failed, tt.want)
		}
	}
	data, err := gojson.Marshal(struct{ B *faulty }{})
	assert.NoError(t, err, "a nil pointer is null, and is not asked")
	assert.Equal(t, `{"B":null}`, string(data))
}
