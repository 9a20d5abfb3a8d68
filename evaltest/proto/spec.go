package proto

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/extracteval/extracteval/metrics/compare"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/metrics/eval"
)

// maxFields bounds the spec of messages that contain one another many times over.
const maxFields = 10_000

// Spec returns the spec of a message type: its fields in the order of the .proto file, by their JSON names. The package
// comment has the rule of each kind of field. Only the type of m counts: Spec(&pb.Invoice{}).
//
// Rules of single fields are replaced with [eval.Spec.With], and all else by editing the Fields:
//
//	spec, err := proto.Spec(&pb.Invoice{}).With("total", proto.Quantity{Tolerance: 0.01})
//
// ReadTruth of the spec reads truths as the package comment says. A field whose message contains itself is an error
// when the spec is compiled, with the remedy, unless With gives it a rule.
func Spec(m proto.Message) eval.Spec {
	if m == nil {
		return eval.Spec{Fields: []eval.Field{{Match: refusal{"proto.Spec has no message; write proto.Spec(&pb.Invoice{}) with a type of yours"}}}}
	}
	w := specWalk{}
	s := eval.Spec{ReadTruth: newTruths(m).read, OfType: true}
	if md := m.ProtoReflect().Descriptor(); !isWhole(md) {
		s.Fields = w.fields(md, nil, "")
	}
	return s
}

// specWalk makes fields of message types.
type specWalk struct {
	within []protoreflect.FullName // the messages around the current one, outermost first
	count  int
}

// fields returns the fields of a message. path leads to it from the document or the item, attribute from the document.
func (w *specWalk) fields(md protoreflect.MessageDescriptor, path document.Path, attribute string) (fields []eval.Field) {
	w.within = append(w.within, md.FullName())
	defer func() { w.within = w.within[:len(w.within)-1] }()
	for i := range md.Fields().Len() {
		fd := md.Fields().Get(i)
		step := document.Step{Key: fd.JSONName(), Index: -1}
		name := document.Path{step}.String()
		if attribute != "" {
			name = attribute + "." + name
		}
		w.count++
		fields = append(fields, w.field(fd, append(path[:len(path):len(path)], step), name)...)
	}
	return fields
}

// field returns the spec of a field: one entry or, for a message, one for each of its fields.
func (w *specWalk) field(fd protoreflect.FieldDescriptor, path document.Path, attribute string) []eval.Field {
	f := eval.Field{Path: path.String()}
	value := fd
	if fd.IsMap() {
		value = fd.MapValue()
	}
	md := value.Message()
	nested := md != nil && !isWhole(md)
	if nested {
		if f.Match = w.refuse(md, attribute); f.Match != nil {
			return []eval.Field{f}
		}
	}
	switch {
	case fd.IsMap() && nested:
		f.Map = &eval.Map{Fields: w.fields(md, nil, attribute+"{}")}
	case fd.IsMap():
		f.Map = &eval.Map{Match: elementRule(value)}
	case fd.IsList() && nested:
		f.List = &eval.List{Fields: w.fields(md, nil, attribute+"[]")}
	case fd.IsList():
		w.list(fd, &f)
	case nested:
		return w.fields(md, path, attribute)
	default:
		f.Match = leafOf(fd)
		f.ZeroIsEmpty = !fd.HasPresence() && (isNumber(fd.Kind()) || fd.Kind() == protoreflect.BoolKind)
	}
	return []eval.Field{f}
}

// list sets the rule of a list of values: a set of texts and of messages with one value, else an array in order.
func (w *specWalk) list(fd protoreflect.FieldDescriptor, f *eval.Field) {
	element := fd
	if md := fd.Message(); md != nil && isWrapper(md) {
		element = md.Fields().ByName("value")
	}
	switch match := elementRule(element); {
	case isNumber(element.Kind()) || element.Kind() == protoreflect.BoolKind:
		f.Match = compare.Exact{Loose: true}
	case element.Message() != nil && match == compare.Comparator(compare.Auto{}): // Any, Struct and their like
		f.Match = match
	default:
		f.Set = &eval.Set{Match: match}
	}
}

// elementRule returns the rule of a value of a list or map. There, the zero value of an enum is also a value.
func elementRule(fd protoreflect.FieldDescriptor) compare.Comparator {
	if fd.Enum() != nil {
		return compare.Exact{}
	}
	return cmp.Or(leafOf(fd), compare.Comparator(compare.Auto{}))
}

// refuse returns the rule of a field whose message contains itself, or has too many fields: an error. It is nil for
// other messages.
func (w *specWalk) refuse(md protoreflect.MessageDescriptor, attribute string) compare.Comparator {
	remedy := fmt.Sprintf("give the field a rule with With(%q, compare.Auto{}), or a List of its own", attribute)
	switch {
	case slices.Contains(w.within, md.FullName()):
		return refusal{fmt.Sprintf("%s contains itself; %s", md.FullName(), remedy)}
	case w.count > maxFields:
		return refusal{fmt.Sprintf("the message has more than %d fields with the fields of its messages; %s", maxFields, remedy)}
	}
	return nil
}

// leafOf returns the rule of a value, nil for [compare.Auto].
func leafOf(fd protoreflect.FieldDescriptor) compare.Comparator {
	switch fd.Kind() {
	case protoreflect.EnumKind:
		return classOf(fd.Enum())
	case protoreflect.BytesKind:
		return compare.Exact{}
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind, protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		return compare.Numeric{}
	case protoreflect.MessageKind, protoreflect.GroupKind:
		return messageRule(fd.Message())
	}
	return nil
}

// messageRule returns the rule of a message that is one value.
func messageRule(md protoreflect.MessageDescriptor) compare.Comparator {
	switch md.FullName() {
	case "google.protobuf.Timestamp":
		return compare.Time{}
	case "google.protobuf.Duration", "google.type.Money", "google.type.Date", "google.type.Decimal":
		return Quantity{}
	case "google.protobuf.Any", "google.protobuf.Struct", "google.protobuf.Value", "google.protobuf.ListValue":
		return nil
	}
	if isWrapper(md) {
		return leafOf(md.Fields().ByName("value"))
	}
	return compare.Exact{} // a FieldMask, a message without fields
}

// isWhole reports whether a message is compared as one value.
func isWhole(md protoreflect.MessageDescriptor) bool {
	switch md.FullName() {
	case "google.type.Money", "google.type.Date", "google.type.Decimal":
		return true
	}
	return md.Fields().Len() == 0 || hasOwnJSON(md)
}

// hasOwnJSON reports whether the JSON of a message is not an object of its fields.
func hasOwnJSON(md protoreflect.MessageDescriptor) bool {
	switch md.FullName() {
	case "google.protobuf.Timestamp", "google.protobuf.Duration", "google.protobuf.FieldMask", "google.protobuf.Any",
		"google.protobuf.Struct", "google.protobuf.Value", "google.protobuf.ListValue":
		return true
	}
	return isWrapper(md)
}

// isWrapper reports whether a message is a scalar that may be unset, such as google.protobuf.StringValue.
func isWrapper(md protoreflect.MessageDescriptor) bool {
	switch md.FullName() {
	case "google.protobuf.DoubleValue", "google.protobuf.FloatValue", "google.protobuf.Int64Value", "google.protobuf.UInt64Value",
		"google.protobuf.Int32Value", "google.protobuf.UInt32Value", "google.protobuf.BoolValue", "google.protobuf.StringValue",
		"google.protobuf.BytesValue":
		return true
	}
	return false
}

func isNumber(k protoreflect.Kind) bool {
	switch k {
	case protoreflect.BoolKind, protoreflect.EnumKind, protoreflect.StringKind, protoreflect.BytesKind, protoreflect.MessageKind, protoreflect.GroupKind:
		return false
	}
	return true
}

// classOf returns the rule of an enum: its names are the classes. An enum of names that cannot be classes, because
// there are too many or two differ in case only, is compared exactly.
func classOf(ed protoreflect.EnumDescriptor) compare.Comparator {
	none := unspecified(ed)
	var c compare.Class
	for i := range ed.Values().Len() {
		v := ed.Values().Get(i)
		if name := string(v.Name()); name != none && ed.Values().ByNumber(v.Number()) == v { // protojson writes the first of several names
			c.Classes = append(c.Classes, name)
		}
	}
	if _, err := compare.Prepare(c); err != nil {
		return compare.Exact{}
	}
	return c
}

// refusal is the rule of a field that cannot be compared: an error when the spec is compiled.
type refusal struct{ reason string }

func (r refusal) Prepare() (compare.Comparator, error) { return nil, errors.New(r.reason) }

func (r refusal) Compare(context.Context, document.Value, document.Value) (compare.Comparison, error) {
	return compare.Comparison{}, errors.New(r.reason)
}
