package eval_test

import (
	"reflect"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/metrics/eval"
)

// encoding/json writes neither of two fields with one key, and says nothing. The type
// is made here, since go vet refuses one that is written down.
func TestTwoFieldsWithOneKeyAreAnError(t *testing.T) {
	text := reflect.TypeFor[string]()
	_, err := eval.SpecOfType(reflect.StructOf([]reflect.StructField{
		{Name: "A", Type: text, Tag: `json:"a"`}, {Name: "B", Type: text, Tag: `json:"a"`}, {Name: "C", Type: text},
	}))
	assert.EqualError(t, err, `eval: struct: A and B have the same JSON key "a", so that encoding/json writes none of them`)

	type base struct {
		A string `json:"a"`
	}
	type hides struct {
		base
		A string `json:"a"`
	}
	_, err = eval.SpecOf[hides]()
	assert.NoError(t, err, "an embedded struct is hidden on purpose")
}
