package document

import (
	"encoding/json"
	"fmt"

	"github.com/extracteval/extracteval/internal/gojson"
)

// Of makes a [Value] of any value that a test has at hand:
//
//   - a Value or *Value is taken as it is; a nil *Value is missing;
//   - []byte, [json.RawMessage] and string hold JSON text;
//   - nil is null;
//   - everything else is marshalled as by encoding/json, by its address, so that methods of
//     pointers such as *[math/big.Rat] are called. NaN and infinities, which JSON cannot express,
//     become the strings "NaN", "+Inf" and "-Inf". Types that are one value are written as that
//     value, where encoding/json would show their fields: a [database/sql.NullString] and the like
//     as its value or null; a type with a method Value of [database/sql/driver.Valuer] as what it
//     gives, unless that is JSON; a type with a method AsTime() time.Time as a time; a
//     [net/url.URL], a net/mail.Address and a net.IPNet as their text.
//
// An error is a [*SyntaxError], or says why the value cannot be marshalled. A protobuf message in the value is an error,
// since encoding/json does not write it as protobuf does: package evaltest/proto makes documents of messages. Of refuses
// a map or an interface that holds a struct with unexported fields whose MarshalJSON or MarshalText has a pointer
// receiver: encoding/json does not call the method there, and different values would have the same text. Of also refuses
// an interface that holds a struct, other than an error, whose fields are all unexported.
func Of(v any) (Value, error) {
	switch v := v.(type) {
	case Value:
		return v, nil
	case *Value:
		if v == nil {
			return Value{}, nil
		}
		return *v, nil
	case []byte:
		return Parse(v)
	case json.RawMessage:
		return Parse(v)
	case string:
		return parse(v)
	}
	if err := gojson.CheckMessages(v); err != nil {
		return Value{}, fmt.Errorf("document: %w", err)
	}
	data, err := marshal(v)
	if err != nil {
		return Value{}, err
	}
	if err := gojson.CheckShown(v, false); err != nil {
		return Value{}, fmt.Errorf("document: %w", err)
	}
	return Parse(data)
}

func marshal(v any) (data []byte, err error) {
	defer func() { // a MarshalJSON of the user's may do anything
		if r := recover(); r != nil {
			data, err = nil, fmt.Errorf("document: marshalling %T panicked: %v", v, r)
		}
	}()
	if data, err = gojson.Marshal(v); err != nil {
		return nil, fmt.Errorf("document: marshalling %T: %w", v, err)
	}
	return data, nil
}
