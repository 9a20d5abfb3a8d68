package evaltest

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/mail"
	"net/netip"
	"net/url"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	ourassert "github.com/extracteval/extracteval/assert"
	"github.com/extracteval/extracteval/metrics"
	"github.com/extracteval/extracteval/metrics/eval"
	"github.com/extracteval/extracteval/testdata/effort"
)

// Types as the packages of other people have them.
type (
	// pgText is as pgtype.Text: it marshals itself.
	pgText struct {
		String string
		Valid  bool
	}
	// pgTime is as pgtype.Timestamptz, protoTime as timestamppb.Timestamp.
	pgTime struct {
		Time  time.Time
		Valid bool
	}
	protoTime struct{ Seconds int64 }
	// decimal is as decimal.Decimal, uuid as uuid.UUID, civilDate as civil.Date.
	decimal   struct{ r *big.Rat }
	uuid      [4]byte
	civilDate struct {
		Year, Day int
		Month     time.Month
	}
	// status and level are enums: one marshals itself, one is stored as text.
	status int
	level  int
	// amount is a struct that is stored as text, geo one that is stored as JSON.
	amount struct {
		Cents    int64
		Currency string
	}
	geo struct {
		Lat float64 `json:"lat"`
		Lon float64 `json:"lon"`
	}
	sure[T any] struct {
		Value      T       `json:"value"`
		Confidence float64 `json:"confidence"`
	}
	embedding struct {
		geo
		Name string `json:"name"`
	}
)

func (p pgText) Value() (driver.Value, error) { return p.String, nil }
func (p pgText) MarshalJSON() ([]byte, error) {
	if !p.Valid {
		return []byte("null"), nil
	}
	return json.Marshal(p.String)
}

func (p pgTime) Value() (driver.Value, error) {
	if !p.Valid {
		return nil, nil
	}
	return p.Time, nil
}

func (p pgTime) MarshalJSON() ([]byte, error) {
	if !p.Valid {
		return []byte("null"), nil
	}
	return json.Marshal(p.Time)
}

func (p *protoTime) AsTime() time.Time { return time.Unix(p.Seconds, 0).UTC() }

func (d decimal) MarshalJSON() ([]byte, error) {
	if d.r == nil {
		return []byte(`"0"`), nil
	}
	return json.Marshal(d.r.FloatString(2))
}
func (d decimal) IsZero() bool { return d.r == nil || d.r.Sign() == 0 }

func (u uuid) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%x-%x", u[:2], u[2:]), nil }

func (d civilDate) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%04d-%02d-%02d", d.Year, int(d.Month), d.Day), nil
}

func (s status) MarshalText() ([]byte, error) { return []byte([]string{"", "open", "paid"}[s]), nil }

func (l level) Value() (driver.Value, error) { return []string{"none", "low", "high"}[l], nil }

func (a amount) Value() (driver.Value, error) {
	if a.Currency == "" {
		return nil, nil
	}
	if a.Currency == "?" {
		return nil, errors.New("unknown currency")
	}
	return fmt.Sprintf("%d.%02d %s", a.Cents/100, a.Cents%100, a.Currency), nil
}

func (g geo) Value() (driver.Value, error) { return json.Marshal(g) }

// form is the answer of an extractor with a field of one kind, alone and in other types.
type form[T any] struct {
	ID   string       `json:"id"`
	F    T            `json:"f"`
	Ptr  *T           `json:"ptr"`
	List []T          `json:"list"`
	Map  map[string]T `json:"map"`
	Keys map[int]T    `json:"keys" eval:"map"`
	Line []line[T]    `json:"line"`
}

type line[T any] struct {
	SKU string `json:"sku"`
	F   *T     `json:"f"`
}

func formOf[T any](v T) form[T] {
	return form[T]{"1", v, &v, []T{v}, map[string]T{"k": v}, map[int]T{7: v}, []line[T]{{"s", &v}}}
}

// formJSON is the truth of the same document, in JSON. A map is compared as a whole, by its exact text.
func formJSON(v, exact string) json.RawMessage {
	return json.RawMessage(strings.NewReplacer("V", v, "E", exact).Replace(`{"id":"1","f":V,"ptr":V,"list":[V],"map":{"k":E},"keys":{"7":V},"line":[{"sku":"s","f":V}]}`))
}

// kind is a kind of field: a right and a wrong answer, the zero value, and the right value in JSON, in all forms that a
// truth may have. zero says what the zero value is where the truth is empty.
type kind struct {
	name                     string
	right, wrong, none       any // of type form
	emptyRight, empty, unset any // of types zeroempty and omitting
	zero                     metrics.Outcome
	truths                   []string
	suite                    func([]tried) func(*testing.T)
}

// tried is an answer of type form, or JSON.
type tried struct {
	name      string
	got, want any
	outcome   metrics.Outcome // of f; each other leaf has its like
}

func (tt tried) hit() bool {
	return tt.outcome == metrics.Match || tt.outcome == metrics.CorrectAbsence
}

// fieldOf returns a kind of field. The test itself is not generic, since it would be compiled for each type.
func fieldOf[T any](name string, right, wrong T, zero metrics.Outcome, truths ...string) kind {
	var value T
	return kind{name, formOf(right), formOf(wrong), form[T]{ID: "1"}, zeroempty[T]{right}, zeroempty[T]{value}, omitting[T]{value}, zero, truths, func(all []tried) func(*testing.T) {
		suite := Suite[form[T], form[T]]{Extract: func(_ context.Context, in form[T]) (form[T], error) { return in, nil }}
		for _, tt := range all {
			got, _ := tt.got.(form[T])
			suite.Cases = append(suite.Cases, Case[form[T]]{ID: tt.name, Input: got, Want: tt.want})
		}
		return suite.Run
	}}
}

func (k *kind) test(t *testing.T) {
	wants := []any{k.right}
	for _, truth := range k.truths {
		wants = append(wants, formJSON(truth, k.truths[0]))
	}
	k.checkZero(t)
	all := []tried{{"zero", k.none, json.RawMessage(`{"id":"1","f":null}`), k.zero}}
	for i, want := range wants {
		truth := fmt.Sprint("truth ", i, ", ")
		all = append(all,
			tried{truth + "right", k.right, want, metrics.Match},
			tried{truth + "wrong", k.wrong, want, metrics.Wrong},
			tried{truth + "missing", json.RawMessage(`{"id":"1"}`), want, metrics.Missing})
	}
	spec, e := specOf(t, k.right)
	withMain(t)
	for _, tt := range all {
		check := func(way string, r eval.Result) {
			found := map[string]metrics.Outcome{}
			for _, f := range r.Fields {
				found[f.Attribute] = f.Outcome
			}
			if assert.NotEmpty(t, r.Fields, "%s, %s: %+v", tt.name, way, r.Misses) {
				assert.Equal(t, tt.outcome, found["f"], "%s, %s: %+v", tt.name, way, r.Fields)
				if tt.name != "zero" {
					assert.Equal(t, tt.outcome, found["keys{}"], "%s, %s: %+v", tt.name, way, r.Fields)
				}
				assert.Equal(t, tt.hit(), len(r.Misses) == 0, "%s, %s: %v", tt.name, way, r.Misses)
			}
		}
		r, err := e.Evaluate(t.Context(), tt.got, tt.want)
		require.NoError(t, err, tt.name)
		check("eval", r)

		f := &fake{name: "TestX"}
		told := f.run(func() {
			check("FieldAccuracy", FieldAccuracy(f, tt.got, tt.want, Config{Spec: spec, Dataset: "kinds"}))
		})
		assert.Equal(t, tt.hit(), told == "", "%s: %s", tt.name, told)
		var failed failures
		assert.Equal(t, tt.hit(), ourassert.Field(&failed, tt.got, tt.want, eval.Field{Path: "f", Match: spec.Fields[1].Match}), "%s: %s", tt.name, failed)
	}

	// A suite, in which all of them are cases.
	dir := withMain(t)
	_, printed := inner(t, "TestX", k.suite(all))
	records := caseRecords(t, dir)
	require.Len(t, records, len(all), printed)
	for i, tt := range all {
		assert.Equal(t, tt.name, records[i].ID)
		assert.Equal(t, tt.hit(), records[i].Verdict == eval.Pass, "%s: %s", tt.name, printed)
	}
}

// specOf returns the spec of the type of an answer, and its evaluator.
func specOf(t *testing.T, answer any) (eval.Spec, *eval.Evaluator) {
	t.Helper()
	spec, err := eval.SpecOfType(reflect.TypeOf(answer))
	require.NoError(t, err)
	e, err := spec.Compile()
	require.NoError(t, err)
	return spec, e
}

type omitting[T any] struct {
	F T `json:"f,omitzero"`
}

type zeroempty[T any] struct {
	F T `json:"f" eval:"zeroempty"`
}

// checkZero checks the zero value of a kind of field that is no pointer. A hint says that it counts as hallucinated where
// the truth is empty; the json option omitzero and the eval option zeroempty make it an absence, also judged again.
func (k *kind) checkZero(t *testing.T) {
	_, plainly := specOf(t, k.none)
	_, emptily := specOf(t, k.empty)
	outcome := func(e *eval.Evaluator, got, want any) (metrics.Outcome, []string) {
		r, err := e.Evaluate(t.Context(), got, want)
		require.NoError(t, err)
		of := func(r eval.Result) (o metrics.Outcome) {
			for _, f := range r.Fields {
				if f.Attribute == "f" {
					o = f.Outcome
				}
			}
			return o
		}
		answer, _, kept := r.Kept()
		again, err := e.Evaluate(t.Context(), answer, kept)
		require.NoError(t, err)
		assert.Equal(t, of(r), of(again), "judged again: %s, %s", answer, kept)
		return of(r), r.Warnings
	}
	const hint = `where the truth is empty counts as hallucinated; if it means that nothing was found, tag it json:",omitzero" or eval:"zeroempty"`
	null, stated := json.RawMessage(`{"f":null}`), json.RawMessage(`{"f":`+k.truths[0]+`}`)
	o, warnings := outcome(plainly, k.none, null)
	assert.Equal(t, k.zero, o)
	assert.Equal(t, k.zero == metrics.Hallucinated, strings.Contains(fmt.Sprint(warnings), hint), "%q", warnings)

	o, warnings = outcome(emptily, k.empty, null)
	assert.Equal(t, metrics.CorrectAbsence, o)
	assert.Empty(t, warnings)
	o, _ = outcome(emptily, k.empty, stated)
	assert.Equal(t, metrics.Missing, o, "a zero is nothing, and the truth has a value")
	o, _ = outcome(emptily, k.emptyRight, stated)
	assert.Equal(t, metrics.Match, o)
	o, _ = outcome(emptily, k.empty, k.empty)
	assert.Equal(t, k.zero == metrics.Hallucinated, o == metrics.Match, "a truth that is the zero")

	o, warnings = outcome(plainly, k.unset, null)
	assert.Equal(t, metrics.CorrectAbsence, o)
	assert.Empty(t, warnings)
}

type failures []string

func (f *failures) Errorf(format string, args ...any) { *f = append(*f, fmt.Sprintf(format, args...)) }

func parsedURL(s string) url.URL {
	u, err := url.Parse(s)
	if err != nil {
		panic(err)
	}
	return *u
}

func TestKindsOfFields(t *testing.T) {
	effort.OneGoroutine(t)
	day := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	valid := func(s string) sql.NullString { return sql.NullString{String: s, Valid: true} }
	const absent, invented = metrics.CorrectAbsence, metrics.Hallucinated
	for _, k := range []kind{
		fieldOf("string", "a", "b", absent, `"a"`),
		fieldOf("int", 3, 4, invented, `3`),
		fieldOf("bool", true, false, invented, `true`),
		fieldOf("sql.NullString", valid("a"), valid("b"), absent, `"a"`, `{"String":"a","Valid":true}`),
		fieldOf("sql.NullInt64", sql.NullInt64{Int64: 3, Valid: true}, sql.NullInt64{Int64: 0, Valid: true}, absent, `3`, `{"Int64":3,"Valid":true}`),
		fieldOf("sql.NullBool", sql.NullBool{Bool: true, Valid: true}, sql.NullBool{Valid: true}, absent, `true`),
		fieldOf("sql.NullTime", sql.NullTime{Time: day, Valid: true}, sql.NullTime{Time: day.AddDate(0, 0, 1), Valid: true}, absent, `"2026-03-01T00:00:00Z"`, `{"Time":"2026-03-01T00:00:00Z","Valid":true}`, `"2026-03-01"`),
		fieldOf("sql.Null", sql.Null[uuid]{V: uuid{1}, Valid: true}, sql.Null[uuid]{V: uuid{2}, Valid: true}, absent, `"0100-0000"`),
		fieldOf("driver.Valuer", amount{1050, "EUR"}, amount{1050, "USD"}, absent, `"10.50 EUR"`, `{"Cents":1050,"Currency":"EUR"}`),
		fieldOf("an enum that is stored as text", level(1), level(2), invented, `"low"`, `1`),
		fieldOf("url.URL", parsedURL("https://x.org/a"), parsedURL("https://y.org/a"), absent, `"https://x.org/a"`, `{"Scheme":"https","Host":"x.org","Path":"/a"}`),
		fieldOf("mail.Address", mail.Address{Name: "Barry", Address: "b@x.org"}, mail.Address{Name: "Barry", Address: "maurice@gibb.example"}, absent, `"Barry <b@x.org>"`, `"\"Barry\" <b@x.org>"`, `{"Name":"Barry","Address":"b@x.org"}`),
		fieldOf("time.Duration", 90*time.Minute, time.Minute, invented, `5400000000000`, `"1h30m"`),
		fieldOf("timestamppb.Timestamp", protoTime{day.Unix()}, protoTime{day.Unix() + 90_000}, invented, `"2026-03-01T00:00:00Z"`, `"2026-03-01"`),
		fieldOf("pgtype.Text", pgText{"a", true}, pgText{"b", true}, absent, `"a"`),
		fieldOf("pgtype.Timestamptz", pgTime{day, true}, pgTime{day.AddDate(0, 0, 1), true}, absent, `"2026-03-01T00:00:00Z"`, `"2026-03-01"`),
		fieldOf("time.Time", day, day.AddDate(0, 0, 1), invented, `"2026-03-01T00:00:00Z"`, `"2026-03-01"`),
		fieldOf("decimal.Decimal", decimal{big.NewRat(21, 2)}, decimal{big.NewRat(2, 1)}, invented, `"10.50"`),
		fieldOf("uuid.UUID", uuid{1}, uuid{2}, invented, `"0100-0000"`),
		fieldOf("civil.Date", civilDate{2026, 1, 3}, civilDate{2026, 2, 3}, invented, `"2026-03-01"`),
		fieldOf("netip.Addr", netip.MustParseAddr("::1"), netip.MustParseAddr("::2"), absent, `"::1"`),
		fieldOf("an enum with MarshalText", status(1), status(2), absent, `"open"`),
		fieldOf("[]byte", []byte("ab"), []byte("ac"), absent, `"YWI="`),
		fieldOf("json.Number", json.Number("1.50"), json.Number("1.51"), invented, `1.5`),
		fieldOf("json.RawMessage", json.RawMessage(`"a"`), json.RawMessage(`"b"`), absent, `"a"`),
		fieldOf("big.Int", big.NewInt(7), big.NewInt(8), absent, `7`),
		fieldOf("big.Rat", big.NewRat(1, 2), big.NewRat(1, 3), absent, `"1/2"`),
		fieldOf("big.Float", big.NewFloat(1.5), big.NewFloat(2.5), absent, `"1.5"`),
		fieldOf("a pointer to a pointer", pointer(pointer("a")), pointer(pointer("b")), absent, `"a"`),
		fieldOf("an interface", any("a"), any("b"), absent, `"a"`),
		fieldOf("an interface with a sql.NullString", any(valid("a")), any(valid("b")), absent, `"a"`),
	} {
		t.Run(k.name, k.test)
	}
}

func pointer[T any](v T) *T { return &v }

// Kinds of fields that do not stand alone: a struct with the value beside its confidence, an embedded struct, a struct
// that the database has as JSON.
func TestKindsOfStructs(t *testing.T) {
	type answer struct {
		Total sure[float64] `json:"total" eval:"numeric,at=value"`
		Place geo           `json:"place"`
		embedding
	}
	want := answer{sure[float64]{Value: 3}, geo{1, 2}, embedding{geo{3, 4}, "n"}}
	wrong := answer{sure[float64]{Value: 4}, geo{1, 3}, embedding{geo{3, 5}, "m"}}
	fields := []string{"total.value", "place.lat", "place.lon", "lat", "lon", "name"}
	for _, truth := range []any{json.RawMessage(`{"total":3,"place":{"lat":1,"lon":2},"lat":3,"lon":4,"name":"n"}`)} {
		for _, tt := range []struct {
			got  answer
			hits []string
		}{{want, fields}, {wrong, []string{"place.lat", "lat"}}} {
			withMain(t)
			f := &fake{name: "TestX"}
			f.run(func() {
				assert.Equal(t, tt.hits, FieldAccuracy(f, tt.got, truth, Config{}).Hits)
			})
		}
	}
}
