package terminal

import "github.com/extracteval/extracteval/report"

// usage prints what the cases took, where the summary has it.
func (p *textPage) usage() {
	u := p.s.Usage
	if u == nil {
		return
	}
	p.line("")
	if rows := u.Rows(); len(rows) > 0 {
		all := append([][]string{report.UsageColumns}, rows...)
		for i, row := range all {
			all[i] = append(row[:len(row):len(row)], "") // the last column would be to the left
		}
		p.columns(all, nil)
	}
	for _, note := range u.Notes() {
		p.line("%s", note)
	}
}
