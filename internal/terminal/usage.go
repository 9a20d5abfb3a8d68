package terminal

import "github.com/extracteval/extracteval/internal/usage"

// usage prints cost and duration of the cases, where the summary has them.
func (p *textPage) usage() {
	u := p.s.Usage
	if u == nil {
		return
	}
	p.line("")
	if rows := u.Rows(); len(rows) > 0 {
		p.write(Table{Rows: append([][]string{usage.Columns}, rows...), Spare: [][]string{{"p50"}, {"total"}}})
	}
	for _, note := range u.Notes() {
		p.line("%s", note)
	}
}
