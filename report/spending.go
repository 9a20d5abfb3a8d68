package report

import "github.com/extracteval/extracteval/internal/usage"

// spending returns the numbers that limits can be on.
func (s *Summary) spending() (all []quantity) {
	for _, m := range usage.Metrics() {
		q := quantity{name: m.Name, count: true, sliced: true, less: true}
		q.estimate.Value = RatioOf(m.Of(s.Usage))
		switch {
		case q.estimate.Value.Defined:
			a, _ := s.Usage.Amount(m.Quantity)
			q.cases, q.silent = a.Cases, a.Silent
		case m.Quantity != usage.Latency:
			q.why = "no case says what it used; extractors do by evaltest.AddUsage"
		case s.Usage != nil && s.Usage.Replayed > 0:
			q.unjudged = m.Name + " cannot be judged: the answers are from recordings, and their time is not that of the model; set this limit only where the model is asked"
		default:
			q.why = "no case has a time"
		}
		all = append(all, q)
	}
	return all
}
