package compare

// Names returns the names of the comparators that a spec may name, in the order
// of the documentation. [Func] is not among them: each Func has a name of its
// own, for which [Parse] needs a constructor, and so does "semantic".
func Names() []string {
	names := make([]string, len(catalog))
	for i, entry := range catalog {
		names[i] = entry.name
	}
	return names
}

// Option is one property that a comparator of this package has in a spec.
type Option struct {
	Key  string
	Type OptionType
}

// OptionType says what the value of an [Option] is.
type OptionType string

const (
	OptionBool       OptionType = "bool"                    // true or false
	OptionNumber     OptionType = "number"                  // a JSON number
	OptionString     OptionType = "string"                  // a JSON string
	OptionStrings    OptionType = "list of strings"         // an array of strings, or one string
	OptionAliases    OptionType = "map of lists of strings" // an object of which each member is an array of strings, or one string
	OptionComparator OptionType = "comparator"              // a name, or an object {"match": name, and its options}
)

// Options returns the options of the comparator of that name, in the order of
// its struct. It is false for a name that [Names] does not have.
func Options(name string) ([]Option, bool) {
	entry := lookup(name)
	if entry == nil {
		return nil, false
	}
	return append([]Option(nil), entry.options...), true
}

// catalogEntry describes one comparator. Its options are those of the struct, by
// their JSON names; a test holds the two together. A new comparator has an entry
// here, a case in Name, and one in Prepare if there is something to prepare.
type catalogEntry struct {
	name    string
	options []Option
	decode  func(options []byte) (Comparator, error)
}

var catalog = [...]catalogEntry{
	{"exact", []Option{
		{"fold_case", OptionBool},
		{"trim_space", OptionBool},
		{"nfc", OptionBool},
		{"fold", OptionBool},
		{"loose", OptionBool},
	}, decode[Exact]},
	{"fuzzy", []Option{
		{"algorithm", OptionString},
		{"threshold", OptionNumber},
		{"verbatim", OptionBool},
	}, decode[Fuzzy]},
	{"numeric", []Option{
		{"tolerance", OptionNumber},
		{"relative", OptionBool},
		{"half_digit", OptionBool},
		{"format", OptionString},
		{"any_currency", OptionBool},
	}, decode[Numeric]},
	{"date", []Option{
		{"formats", OptionStrings},
		{"languages", OptionStrings},
		{"instant", OptionBool},
		{"tolerance", OptionNumber},
	}, decode[Date]},
	{"code", []Option{
		{"checksum", OptionString},
	}, decode[Code]},
	{"regex", []Option{
		{"pattern", OptionString},
	}, decode[Regex]},
	{"box", []Option{
		{"format", OptionString},
		{"threshold", OptionNumber},
	}, decode[Box]},
	{"point", []Option{
		{"metric", OptionString},
		{"max", OptionNumber},
	}, decode[Point]},
	{"one_of", []Option{
		{"each", OptionComparator},
		{"aliases", OptionAliases},
	}, nil}, // Parse sees to it, as its comparator may be a custom one
	{"semantic", []Option{
		{"name", OptionString},
		{"threshold", OptionNumber},
	}, nil}, // no text can say which function it calls
	{"ignore", nil, decode[Ignore]},
	{"auto", nil, decode[Auto]},
}

func lookup(name string) *catalogEntry {
	for i := range catalog {
		if catalog[i].name == name {
			return &catalog[i]
		}
	}
	return nil
}

// reserved reports whether a name is that of a comparator that nobody replaces.
// "semantic" is for whoever has a function.
func reserved(name string) bool { return name != "semantic" && lookup(name) != nil }
