package files

import (
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

const (
	maxPackage = 100 // file systems take names of 255 bytes
	maxDataset = 80
)

// Stem returns the name of the artifact of a data set without its ending:
// the import path with "/" as "__", a dot, and the name of the data set. Letters,
// digits, "-" and "_" stay (in a package dots too); every other character is "_".
// A part in which anything had to change, which is too long, or which Windows or
// package artifact reserves, ends in "-" and 8 hex digits of its SHA-256, so that
// different names have different files. Names that differ only in case are told
// apart by the Dir of package artifact.
func Stem(pkg, dataset string) string {
	d := Name(dataset)
	if pkg == "" {
		return d
	}
	flat := strings.ReplaceAll(pkg, "/", "__")
	if strings.Contains(pkg, "__") || strings.Contains(pkg, "_/") || strings.Contains(pkg, "/_") {
		flat += "!" // another path could give the same text: force a hash
	}
	return part(pkg, flat, ".", maxPackage) + "." + d
}

// part returns text when it is safe as part of a file name, else its safe characters and a hash of name.
func part(name, text, also string, size int) string {
	var b strings.Builder
	for _, r := range text {
		if r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune(also, r) {
			b.WriteRune(r)
		} else {
			b.WriteByte('_')
		}
	}
	safe := b.String()
	if len(safe) > size {
		for !utf8.RuneStart(safe[size]) {
			size--
		}
		safe = safe[:size]
	}
	first, _, _ := strings.Cut(safe, ".")
	if safe == text && first != "" && !reservedName.MatchString(first) && norm.NFC.IsNormalString(text) {
		return safe
	}
	sum := sha256.Sum256([]byte(name))
	return strings.Trim(safe, "_-.") + "-" + hex.EncodeToString(sum[:4])
}

// reservedName matches names that Windows refuses, the endings of artifacts, and endings that look like a hash.
var reservedName = regexp.MustCompile(`(?i)^(con|prn|aux|nul|com[0-9]|lpt[0-9]|partial|crashed|running|rep[0-9]+|shard[0-9]+of[0-9]+|.*-[0-9a-f]{8})$`)

// Name returns a text as a part of the name of a file, as [Stem] writes the name of a data set.
func Name(text string) string { return part(text, text, "", maxDataset) }

// PackageStem returns the part that [Stem] puts before the name of a data set of a package, with the dot, "" for no
// package.
func PackageStem(pkg string) string {
	return strings.TrimSuffix(Stem(pkg, "x"), "x")
}
