package ledger

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestCaseIDs(t *testing.T) {
	var ids caseIDs
	_, ok := ids.find("")
	assert.False(t, ok, "of no cases")
	for range 2 { // the second time they are known
		for i := range int32(5000) {
			assert.Equal(t, i, ids.number(fmt.Sprint(i)))
		}
	}
	assert.Len(t, ids.names, 5000)
	i, ok := ids.find("4999")
	assert.True(t, ok)
	assert.EqualValues(t, 4999, i)
	_, ok = ids.find("5000")
	assert.False(t, ok)
	assert.EqualValues(t, 5000, ids.number(""), "an empty id is one as well")
}

func TestBook(t *testing.T) {
	var b book
	for i := range int32(3*pageSize + 1) {
		assert.Equal(t, i, b.add(Entry{Row: uint32(i)}))
	}
	for i := range int32(3*pageSize + 1) {
		assert.EqualValues(t, i, b.at(i).Row)
	}
}
