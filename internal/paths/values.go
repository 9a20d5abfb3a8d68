package paths

import "github.com/extracteval/extracteval/metrics/document"

// CountLeaves returns the number of non-empty values at and below one.
func CountLeaves(v document.Value) (n int) {
	switch v.Kind() {
	case document.Object:
		for _, member := range v.LastMembers() {
			n += CountLeaves(member)
		}
	case document.Array:
		for _, item := range v.Items() {
			n += CountLeaves(item)
		}
	default:
		if !v.Empty() {
			n = 1
		}
	}
	return n
}

// Emptiness says in which way a value is empty.
func Emptiness(who string, v document.Value) string {
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

// IsZero reports whether v is the JSON of an unset Go value: 0, "" or false.
func IsZero(v document.Value) bool {
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

// ItemsOf returns the items of some arrays that are not empty.
func ItemsOf(arrays []document.Value) (items []document.Value) {
	for _, array := range arrays {
		for _, item := range array.Items() {
			if !item.Empty() {
				items = append(items, item)
			}
		}
	}
	return items
}

// CommonKind returns the kind that all values have which are not empty: Object,
// Array, or String for scalars. It is Missing without any, and Null for a mixture.
func CommonKind(values []document.Value) document.Kind {
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

// AreTexts reports whether all values are strings.
func AreTexts(values []document.Value) bool {
	for _, v := range values {
		if v.Kind() != document.String {
			return false
		}
	}
	return true
}

// AnyOf reports whether one of some slots, by number, has a value.
func AnyOf(slots []document.Value, fields []int32) bool {
	for _, i := range fields {
		if !slots[i].Empty() {
			return true
		}
	}
	return false
}

// Structured reports whether the other side is needed to tell the kind of values.
func Structured(values []document.Value) bool {
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
