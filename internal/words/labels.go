package words

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/extracteval/extracteval/internal/arithmetic"
)

const (
	maxLabels     = 32
	maxLabelBytes = 200
)

// ParseLabels reads labels in the form of EVALTEST_LABELS: "model=x,prompt=v3". Blanks around names and values are dropped;
// "" has no labels. The error quotes the unreadable part.
func ParseLabels(text string) (map[string]string, error) {
	if strings.TrimSpace(text) == "" {
		return nil, nil
	}
	labels := map[string]string{}
	for part := range strings.SplitSeq(text, ",") {
		name, value, ok := strings.Cut(part, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !ok {
			return nil, fmt.Errorf("label %q: want NAME=VALUE, several with commas between them", strings.TrimSpace(part))
		}
		if _, repeated := labels[name]; repeated {
			return nil, fmt.Errorf("label %q appears twice", name)
		}
		labels[name] = value
	}
	return labels, CheckLabels(labels)
}

// CheckLabels returns an error that joins all mistakes in labels. There may be up to 32 labels. A name has only
// letters, digits, ".", "_", "-" and "/"; a value has no commas or control characters; both have 1 to 200 bytes.
func CheckLabels(labels map[string]string) error {
	var errs []error
	if len(labels) > maxLabels {
		errs = append(errs, fmt.Errorf("there are %d labels, want at most %d", len(labels), maxLabels))
	}
	for _, name := range slices.Sorted(maps.Keys(labels)) {
		value := labels[name]
		switch {
		case name == "" || len(name) > maxLabelBytes || !utf8.ValidString(name) || strings.ContainsFunc(name, notOfName):
			errs = append(errs, fmt.Errorf(`label name %q: want letters, digits, ".", "_", "-" and "/"`, Cut(name, maxLabelBytes)))
		case value == "" || len(value) > maxLabelBytes || !utf8.ValidString(value) || strings.ContainsFunc(value, notOfValue):
			errs = append(errs, fmt.Errorf("label %q: value %q: want a text of 1 to %d bytes without commas and control characters", name, Cut(value, maxLabelBytes), maxLabelBytes))
		}
	}
	return errors.Join(errs...)
}

func notOfName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("._-/", r)
}

func notOfValue(r rune) bool { return r == ',' || unicode.IsControl(r) }

// Labels returns the labels of a run, which name the system under test, by name: "model=x, prompt=v3"; "" for none.
func Labels(labels map[string]string) string {
	all := arithmetic.Each(slices.Sorted(maps.Keys(labels)), func(name string) string { return name + "=" + labels[name] })
	return Visible(strings.Join(all, ", "))
}
