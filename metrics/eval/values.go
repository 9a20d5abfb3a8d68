package eval

import (
	"encoding/json"

	"github.com/extracteval/extracteval/metrics/document"
)

// countLeaves returns the number of non-empty values at and below one.
func countLeaves(v document.Value) (n int) {
	switch v.Kind() {
	case document.Object:
		for _, member := range v.LastMembers() {
			n += countLeaves(member)
		}
	case document.Array:
		for _, item := range v.Items() {
			n += countLeaves(item)
		}
	default:
		if !v.Empty() {
			n = 1
		}
	}
	return n
}

// emptiness says in which way a value is empty.
func emptiness(who string, v document.Value) string {
	switch v.Kind() {
	case document.Missing:
		return who + " has no such value"
	case document.Null:
		return who + " is null"
	case document.String:
		return who + " is blank"
	}
	return who + " is " + v.RawText()
}

// isZero reports whether v is the JSON of an unset Go value: 0, "" or false.
func isZero(v document.Value) bool {
	switch v.Kind() {
	case document.Number:
		for _, c := range []byte(v.RawText()) {
			switch {
			case c == 'e' || c == 'E':
				return true
			case c >= '1' && c <= '9':
				return false
			}
		}
		return true
	case document.Bool:
		yes, _ := v.Bool()
		return !yes
	case document.String:
		return v.Text() == ""
	}
	return false
}

// itemsOf returns the items of some arrays that are not empty.
func itemsOf(arrays []document.Value) (items []document.Value) {
	for _, array := range arrays {
		for _, item := range array.Items() {
			if !item.Empty() {
				items = append(items, item)
			}
		}
	}
	return items
}

// commonKind returns the kind that all values have which are not empty: Object,
// Array, or String for scalars. It is Missing without any, and Null for a mixture.
func commonKind(values []document.Value) document.Kind {
	common := document.Missing
	for _, v := range values {
		k := v.Kind()
		switch {
		case v.Empty():
			continue
		case k != document.Object && k != document.Array:
			k = document.String
		}
		if common != document.Missing && common != k {
			return document.Null
		}
		common = k
	}
	return common
}

// areTexts reports whether all values are strings.
func areTexts(values []document.Value) bool {
	for _, v := range values {
		if v.Kind() != document.String {
			return false
		}
	}
	return true
}

// jsonText returns the text of an answer that is one: it may have text around its
// JSON.
func jsonText(got any) (text []byte, ok bool) {
	switch got := got.(type) {
	case []byte:
		return got, true
	case json.RawMessage:
		return got, true
	case string:
		return []byte(got), true
	}
	return nil, false
}

// anyValue reports whether one of some slots, by number, has a value.
func anyValue(slots []document.Value, fields []int32) bool {
	for _, i := range fields {
		if !slots[i].Empty() {
			return true
		}
	}
	return false
}

// structured reports whether the other side is needed to tell the kind of values.
func structured(values []document.Value) bool {
	for _, v := range values {
		switch v.Kind() {
		case document.Bool, document.Number:
			return false
		case document.String:
			if !v.Empty() {
				return false
			}
		}
	}
	return true
}
