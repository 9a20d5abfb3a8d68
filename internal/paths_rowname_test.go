package internal_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/extracteval/extracteval/internal/paths"
)

func TestRowRank(t *testing.T) {
	for name, want := range map[string]int{
		"description": 3, "item_description": 3, "lineDesc": 3, "Descripción": 3,
		"name": 2, "productName": 2, "Product name": 2, "TITLE": 2,
		"sku": 1, "article-no": 1, "articleID": 1, "line_id2": 1,
		"amount": 0, "": 0, "123": 0, "description_amount": 0, "nominal": 0,
	} {
		assert.Equal(t, want, paths.RowRank(name), name)
	}
}
