package sidecar

import (
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/extracteval/extracteval/internal/files"
	"github.com/extracteval/extracteval/report"
)

const ofAgreement = ".agreement.json"

// AgreementFile returns the name of the file that has the agreement of people on a data set.
func AgreementFile(data string) string { return files.Beside(data, ofAgreement) }

// Agreement returns the agreement of people on a data set, which is a file or a folder; nil without the file beside it.
// The error names that file.
func Agreement(data string) (*report.Agreement, error) {
	a := new(report.Agreement)
	text, err := files.DecodeBeside(data, ofAgreement, a)
	if text == nil {
		return nil, err
	}
	if err == nil {
		if err = validAgreement(a); err != nil {
			err = fmt.Errorf("%s: %w", filepath.ToSlash(AgreementFile(data)), err)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w; evalreport data agreement -write makes it", err)
	}
	return a, nil
}

func validAgreement(a *report.Agreement) error {
	if a.Reviewers < 2 || a.Documents < 1 {
		return fmt.Errorf("it is of %d reviewers and %d documents, want 2 or more and 1 or more", a.Reviewers, a.Documents)
	}
	seen := map[string]bool{}
	for _, f := range a.Fields {
		share := func(r report.Ratio) bool { return !r.Defined || r.Value >= 0 && r.Value <= 1 }
		beyond := func(r report.Ratio) bool { return !r.Defined || r.Value <= 1 }
		switch {
		case f.Attribute == "":
			return errors.New("a field has no attribute")
		case seen[f.Attribute]:
			return fmt.Errorf("field %q appears twice", f.Attribute)
		case f.Documents < 0:
			return fmt.Errorf("field %q has %d documents, want 0 or more", f.Attribute, f.Documents)
		case !share(f.Share) || !share(f.Low) || !share(f.High):
			return fmt.Errorf("field %q has the share %v (%v–%v), want numbers from 0 to 1", f.Attribute, f.Share, f.Low, f.High)
		case !beyond(f.Kappa) || !beyond(f.Alpha):
			return fmt.Errorf("field %q has kappa %v and alpha %v, want at most 1", f.Attribute, f.Kappa, f.Alpha)
		}
		seen[f.Attribute] = true
	}
	return nil
}

// WriteAgreement writes the file beside a data set, as a whole.
func WriteAgreement(data string, a report.Agreement) error {
	text, err := json.MarshalIndent(a, "", "  ")
	if err == nil {
		err = files.Write(AgreementFile(data), append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", filepath.ToSlash(AgreementFile(data)), files.Cause(err))
	}
	return nil
}
