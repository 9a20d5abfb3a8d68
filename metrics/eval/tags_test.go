package eval_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

func ExampleSpecOf() {
	type Party struct {
		Name string `json:"name" eval:"fuzzy,threshold=0.9,algorithm=jaro_winkler,optional"`
	}
	type Line struct {
		Description string  `json:"description"`
		Amount      float64 `json:"amount" eval:"numeric"`
	}
	type Invoice struct {
		Number string   `json:"number,omitzero" eval:"exact"`
		Date   string   `json:"date,omitzero"   eval:"date"`
		Total  *float64 `json:"total"           eval:"numeric,tolerance=0.01,weight=3"`
		Vendor Party    `json:"vendor"`
		Lines  []Line   `json:"lines"           eval:"list,by=description,threshold=0.8"`
		Tags   []string `json:"tags"`
	}
	spec, err := eval.SpecOf[Invoice]()
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, f := range spec.Fields {
		text, err := json.Marshal(eval.Spec{Fields: []eval.Field{f}})
		fmt.Println(string(text), err)
	}
	// Output:
	// {"fields":[{"path":"number","match":"exact"}]} <nil>
	// {"fields":[{"path":"date","match":"date"}]} <nil>
	// {"fields":[{"path":"total","match":"numeric","tolerance":0.01,"weight":3}]} <nil>
	// {"fields":[{"path":"vendor.name","match":"fuzzy","algorithm":"jaro_winkler","threshold":0.9,"optional":true}]} <nil>
	// {"fields":[{"path":"lines","match":"list","by":["description"],"threshold":0.8,"fields":[{"path":"description"},{"path":"amount","match":"numeric"}]}]} <nil>
	// {"fields":[{"path":"tags","match":"set"}]} <nil>
}

// fieldsOf returns the fields of a spec that must compile.
func fieldsOf[T any](t *testing.T) []eval.Field {
	t.Helper()
	s, err := eval.SpecOf[T]()
	require.NoError(t, err)
	_, err = s.Compile()
	require.NoError(t, err)
	return s.Fields
}

type (
	party struct {
		Name  string
		TaxID string `json:"tax.id"`
	}
	line struct {
		Text string    `json:"text"`
		Due  time.Time `json:"due"`
	}
	money  struct{ Cents int } // writes itself
	amount struct{ Cents int } // writes itself, by a pointer
	code   struct{ Text string }
	lax    struct{ Cents int } // reads itself only
)

func (money) MarshalJSON() ([]byte, error)      { return []byte(`"1.00"`), nil }
func (*amount) MarshalJSON() ([]byte, error)    { return []byte(`"1.00"`), nil }
func (code) MarshalText() ([]byte, error)       { return []byte("x"), nil }
func (*lax) UnmarshalJSON([]byte) error         { return nil }
func (c *code) UnmarshalText(text []byte) error { c.Text = string(text); return nil }

func TestSpecOfWithoutTags(t *testing.T) {
	type all struct {
		String    string
		Int       int
		Pointer   ***float64
		Time      time.Time
		TimeAgain *time.Time
		Money     money
		Amount    amount
		Code      code
		Lax       lax
		Map       map[string]party
		Any       any
		Bytes     []byte
		Raw       json.RawMessage
		Number    json.Number
		Party     *party
		Lines     []*line
		Three     [3]line
		Set       []string
		Codes     []code
		Times     []time.Time
		Moneys    []money
		Box       [4]float64
		Matrix    [][]float64
		Anys      []any
		private   string
		Skipped   chan int `json:"-"`
		Empty     struct{}
	}
	lines := []eval.Field{{Path: "text"}, {Path: "due", Match: compare.Time{}}}
	assert.Equal(t, []eval.Field{
		{Path: "String"},
		{Path: "Int"},
		{Path: "Pointer"},
		{Path: "Time", Match: compare.Time{}},
		{Path: "TimeAgain", Match: compare.Time{}},
		{Path: "Money"},
		{Path: "Amount"},
		{Path: "Code"},
		{Path: "Lax.Cents"},
		{Path: "Map", Map: &eval.Map{Fields: []eval.Field{{Path: "Name"}, {Path: `["tax.id"]`}}}},
		{Path: "Any"},
		{Path: "Bytes"},
		{Path: "Raw"},
		{Path: "Number"},
		{Path: "Party.Name"},
		{Path: `Party["tax.id"]`},
		{Path: "Lines", List: &eval.List{Fields: lines}},
		{Path: "Three", List: &eval.List{Fields: lines}},
		{Path: "Set", Set: &eval.Set{}},
		{Path: "Codes", Set: &eval.Set{}},
		{Path: "Times", Set: &eval.Set{Match: compare.Time{}}},
		{Path: "Moneys"},
		{Path: "Box"},
		{Path: "Matrix"},
		{Path: "Anys"},
	}, fieldsOf[all](t))
	_ = all{}.private
}

func TestSpecOfTags(t *testing.T) {
	type tagged struct {
		Plain    string    `eval:""`
		Exact    string    `eval:"exact,fold_case,nfc=false"`
		Fuzzy    string    `eval:"fuzzy,threshold=0.9,algorithm=jaro_winkler,optional"`
		Date     string    `eval:"date, formats='Jan 2, 2006;DD.MM.YYYY', languages=de;fr"`
		Order    string    `eval:"date,order=dmy,only_formats,formats=YYYYMMDD"`
		Month    string    `eval:"date,precision=month"`
		Options  int       `eval:"weight=3,unscored"`
		Flag     int       `eval:"optional"`
		Required int       `eval:",required"`
		Zero     int       `eval:"numeric,zeroempty"`
		ZeroToo  int       `eval:"zero_is_empty"`
		Want     int       `eval:"want=sums.total"`
		WantToo  int       `eval:"numeric,expected_path=sums[0]"`
		OneOf    string    `eval:"one_of,each=numeric,tolerance=1,weight=2"`
		Ignored  chan int  `eval:"-" json:",omitempty"`
		When     time.Time `eval:"date,tolerance=1"`
		Loose    time.Time `eval:",weight=2"`
		Dates    map[string]*time.Time
		Stated   time.Time        `eval:"time,as=instant"`
		Unnamed  *time.Time       `eval:"as=day,order=dmy"`
		Instant  time.Time        `eval:",instant"`
		Period   time.Time        `eval:",precision=month"`
		Whole    party            `eval:"exact"`
		Set      []string         `eval:"set,each=fuzzy,threshold=0.9,assign=optimal"`
		Bag      []string         `eval:",weight=2"`
		Array    [3]int           `eval:"set"`
		Each     []line           `eval:"list,by=text;due,threshold=0.7,assign=optimal,optional"`
		Rows     []line           `eval:"assign=in_order"`
		Anything any              `eval:"list,by=id"`
		Maps     []map[string]any `eval:"list"`
		Joined   []line           `eval:"exact"`
	}
	lines := []eval.Field{{Path: "text"}, {Path: "due", Match: compare.Time{}}}
	assert.Equal(t, []eval.Field{
		{Path: "Plain"},
		{Path: "Exact", Match: compare.Exact{FoldCase: true}},
		{Path: "Fuzzy", Match: compare.Fuzzy{Threshold: 0.9, Algorithm: "jaro_winkler"}, Optional: true},
		{Path: "Date", Match: compare.Date{Formats: []string{"Jan 2, 2006", "DD.MM.YYYY"}, Languages: []string{"de", "fr"}}},
		{Path: "Order", Match: compare.Date{Order: "dmy", OnlyFormats: true, Formats: []string{"YYYYMMDD"}}},
		{Path: "Month", Match: compare.Date{Precision: "month"}},
		{Path: "Options", Weight: 3, Unscored: true},
		{Path: "Flag", Optional: true},
		{Path: "Required"},
		{Path: "Zero", Match: compare.Numeric{}, ZeroIsEmpty: true},
		{Path: "ZeroToo", ZeroIsEmpty: true},
		{Path: "Want", WantPath: "sums.total"},
		{Path: "WantToo", WantPath: "sums[0]", Match: compare.Numeric{}},
		{Path: "OneOf", Match: compare.OneOf{Each: compare.Numeric{Tolerance: 1}}, Weight: 2},
		{Path: "Ignored", Match: compare.Ignore{}},
		{Path: "When", Match: compare.Date{Tolerance: 1}},
		{Path: "Loose", Match: compare.Time{}, Weight: 2},
		{Path: "Dates", Match: compare.Time{}},
		{Path: "Stated", Match: compare.Time{As: "instant"}},
		{Path: "Unnamed", Match: compare.Time{As: "day", Order: "dmy"}},
		{Path: "Instant", Match: compare.Date{Instant: true}},
		{Path: "Period", Match: compare.Date{Precision: "month"}},
		{Path: "Whole", Match: compare.Exact{}},
		{Path: "Set", Set: &eval.Set{Match: compare.Fuzzy{Threshold: 0.9}, Assign: eval.Optimal}},
		{Path: "Bag", Set: &eval.Set{}, Weight: 2},
		{Path: "Array", Set: &eval.Set{}},
		{Path: "Each", List: &eval.List{By: []string{"text", "due"}, Threshold: 0.7, Assign: eval.Optimal, Fields: lines}, Optional: true},
		{Path: "Rows", List: &eval.List{Assign: eval.InOrder, Fields: lines}},
		{Path: "Anything", List: &eval.List{By: []string{"id"}}},
		{Path: "Maps", List: &eval.List{}},
		{Path: "Joined", Match: compare.Exact{}},
	}, fieldsOf[tagged](t))
}

func TestSpecOfRoots(t *testing.T) {
	lines := []eval.Field{{Path: "text"}, {Path: "due", Match: compare.Time{}}}
	assert.Equal(t, lines, fieldsOf[line](t))
	assert.Equal(t, lines, fieldsOf[**line](t))
	assert.Equal(t, []eval.Field{{List: &eval.List{Fields: lines}}}, fieldsOf[[]line](t))
	assert.Equal(t, []eval.Field{{Set: &eval.Set{Match: compare.Time{}}}}, fieldsOf[[]time.Time](t))
	assert.Empty(t, fieldsOf[map[string]any](t))
	assert.Empty(t, fieldsOf[any](t))
	assert.Empty(t, fieldsOf[money](t))
	assert.Empty(t, fieldsOf[[]any](t))
	assert.Empty(t, fieldsOf[string](t))
}

type (
	category struct {
		Name   string
		Parent *category
	}
	order   struct{ Items []item }
	item    struct{ Part part }
	part    struct{ Source *order }
	pointer *pointer
	tree    struct {
		Name     string
		Parent   *tree  `eval:"-"`
		Children []tree `eval:"exact"`
		Root     *tree  `eval:"auto"`
	}
	deepA struct{ X, Y, Z *deepB }
	deepB struct{ X, Y, Z *deepC }
	deepC struct{ X, Y, Z *deepD }
	deepD struct{ X, Y, Z *deepE }
	deepE struct{ X, Y, Z *deepF }
	deepF struct{ X, Y, Z *deepG }
	deepG struct{ X, Y, Z *deepH }
	deepH struct{ X, Y, Z *deepI }
	deepI struct{ X, Y, Z int }
)

// Embedded structs, keys and conflicts, each compared with the output of encoding/json.
type (
	Level1 struct {
		A, B int
		C    int `json:"c"`
	}
	Level2 struct {
		Level1
		B int
		D int `json:"c"`
	}
	Left     struct{ X, Y int }
	Right    struct{ X, Z int }
	Diamond1 struct{ Left }
	Diamond2 struct{ Left }
	hidden   struct{ H int }
	Text     string
	TaggedX  struct {
		W int `json:"X"`
	}
	Recursive struct {
		*Recursive
		V int
	}
	Third1 struct{ Deep }
	Third2 struct{ Deep }
	Deep   struct{ Deeper }
	Deeper struct{ E int }
)

func TestKeysAreThoseOfEncodingJSON(t *testing.T) {
	check := func(name string, zero any, spec eval.Spec, err error) {
		t.Run(name, func(t *testing.T) {
			require.NoError(t, err)
			text, err := json.Marshal(zero)
			require.NoError(t, err)
			v, err := document.Parse(text)
			require.NoError(t, err)
			var want, got []string
			for key := range v.Members() {
				want = append(want, document.Path{{Key: key, Index: -1}}.String())
			}
			for _, f := range spec.Fields {
				got = append(got, f.Path)
			}
			assert.Equal(t, want, got)
		})
	}
	//lint:file-ignore SA5008 what encoding/json does with such tags is the point
	type names struct {
		A int `json:"a"`
		B int `json:"-"`
		C int `json:"-,"`
		D int `json:",omitempty,string"`
		E int `json:"é €"`
		F int `json:"quo\"te"`
		G int `json:"a.b"`
		H int `json:"0"`
		I int `json:"[0]"`
		J int `json:"😀"`
		K int `json:"x y"`
		l int
	}
	s, err := eval.SpecOf[names]()
	check("names", names{D: 1}, s, err)
	s, err = eval.SpecOf[Level2]()
	check("the least nested wins", Level2{}, s, err)
	type conflict struct {
		Left
		Right
	}
	s, err = eval.SpecOf[conflict]()
	check("two on one level hide each other", conflict{}, s, err)
	type tagWins struct {
		Left
		TaggedX
	}
	s, err = eval.SpecOf[tagWins]()
	check("a tagged one wins", tagWins{}, s, err)
	type diamond struct {
		Diamond1
		Diamond2
		Q int
	}
	s, err = eval.SpecOf[diamond]()
	check("one struct on two ways hides itself", diamond{}, s, err)
	type third struct {
		Third1
		Third2
		Q int
	}
	s, err = eval.SpecOf[third]()
	check("what is in a struct on two ways", third{}, s, err)
	type embeds struct {
		hidden
		*Left
		Text
		Level1 `json:"level"`
		error  `json:"-"`
	}
	s, err = eval.SpecOf[struct {
		hidden
		*Left
		Text
	}]()
	check("unexported, pointers and scalars", struct {
		hidden
		*Left
		Text
	}{Left: &Left{}}, s, err)
	type named struct {
		hidden `json:"h"`
		*Left  `json:"left"`
		Q      int
	}
	s, err = eval.SpecOf[struct {
		hidden `json:"h"`
		Q      int
	}]()
	require.NoError(t, err)
	assert.Equal(t, []eval.Field{{Path: "h.H"}, {Path: "Q"}}, s.Fields)
	text, err := json.Marshal(named{})
	require.NoError(t, err)
	assert.Equal(t, `{"h":{"H":0},"left":null,"Q":0}`, string(text))
	s, err = eval.SpecOf[Recursive]()
	check("an embedded struct that embeds itself", Recursive{}, s, err)
	s, err = eval.SpecOf[embeds]()
	require.NoError(t, err)
	assert.Equal(t, []eval.Field{{Path: "H"}, {Path: "X"}, {Path: "Y"}, {Path: "Text"}, {Path: "level.A"}, {Path: "level.B"}, {Path: "level.c"}}, s.Fields)
	_ = names{}.l
}
