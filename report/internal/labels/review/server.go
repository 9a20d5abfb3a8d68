package review

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/report/internal/labels/accept"
)

// Server serves a page and takes decisions from it.
type Server struct {
	routes   map[string]route // by the part of the path after the token
	listener net.Listener
	host     string // "127.0.0.1:41235"
	token    string
}

// route answers the requests of one path with one method.
type route struct {
	method string
	answer http.HandlerFunc
}

// Page is the page of a review.
type Page struct {
	HTML []byte
	// CaseKey returns the name of a case in the addresses of the page.
	CaseKey func(id string) string
	// Paper returns the HTML of the pages of the document of a case in one trial, nil if the page asks for none. It is called by one
	// request at a time.
	Paper func(key string, trial int) (html string, err error)
}

// Listen listens on a loopback address, "127.0.0.1:0" by default; port 0 means a free port.
func Listen(address string, s *Session, page Page) (*Server, error) {
	server, err := listen(address)
	if err != nil {
		return nil, err
	}
	server.routes = map[string]route{
		"": {http.MethodGet, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write(page.HTML)
		}},
		"questions": {http.MethodGet, func(w http.ResponseWriter, _ *http.Request) { s.serveQuestions(w, page.CaseKey) }},
		"decisions": {http.MethodPost, s.takeDecision},
	}
	if page.Paper != nil {
		server.routes["paper"] = route{http.MethodGet, servePaper(page.Paper)}
	}
	return server, nil
}

// servePaper answers requests for the pages of documents.
func servePaper(paper func(key string, trial int) (html string, err error)) http.HandlerFunc {
	var drawing sync.Mutex
	return func(w http.ResponseWriter, r *http.Request) {
		trial, _ := strconv.Atoi(r.URL.Query().Get("trial"))
		drawing.Lock()
		defer drawing.Unlock()
		html, err := paper(r.URL.Query().Get("case"), trial)
		if err != nil {
			deny(w, http.StatusInternalServerError, "the pages of the document cannot be shown: "+problemOf(err))
			return
		}
		answer(w, http.StatusOK, map[string]string{"html": html})
	}
}

// listen listens on an address, and serves nothing yet.
func listen(address string) (*Server, error) {
	if address == "" {
		address = "127.0.0.1:0"
	}
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("the address %q: want HOST:PORT, as 127.0.0.1:0", address)
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, fmt.Errorf("the address %q is not one of this machine alone; want 127.0.0.1:PORT, and from elsewhere ssh -L PORT:127.0.0.1:PORT", address)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, fmt.Errorf("the address %q: %w", address, err)
	}
	return &Server{listener: l, host: l.Addr().String(), token: rand.Text()}, nil
}

// URL returns where the page is.
func (s *Server) URL() string { return s.origin() + "/" + s.token + "/" }

func (s *Server) origin() string { return "http://" + s.host }

// Serve answers requests until the context ends. It then waits a second for the requests that have begun, and no
// longer: a browser keeps connections open on which it has asked nothing yet. It closes the connections that are left,
// and does not wait for their handlers, which may still run when Serve has returned.
func (s *Server) Serve(ctx context.Context) error {
	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(s.listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	closing, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := server.Shutdown(closing); err != nil {
		return server.Close()
	}
	return nil
}

// maxBody is how many bytes of a request are read.
const maxBody = 1 << 20

// ServeHTTP answers a request, as the package comment says.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("X-Frame-Options", "DENY")
	// The page itself states most restrictions of its policy; this is the one that it cannot state.
	h.Set("Content-Security-Policy", "frame-ancestors 'none'")
	if r.Host != s.host {
		deny(w, http.StatusForbidden, "ask for "+s.origin())
		return
	}
	if origin := r.Header.Values("Origin"); len(origin) > 1 || len(origin) == 1 && origin[0] != s.origin() {
		deny(w, http.StatusForbidden, "another site asks")
		return
	}
	token, path, whole := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	if !whole || subtle.ConstantTimeCompare([]byte(token), []byte(s.token)) != 1 {
		deny(w, http.StatusForbidden, "this is not the address that evalreport review has printed; each start of it has another one")
		return
	}
	// Browsers say which site makes them ask. Whoever opens the page by a link knows the token.
	switch site := r.Header.Get("Sec-Fetch-Site"); {
	case site == "" || site == "same-origin" || site == "none":
	case path == "" && r.Header.Get("Sec-Fetch-Mode") == "navigate" && r.Header.Get("Sec-Fetch-Dest") == "document":
	default:
		deny(w, http.StatusForbidden, "another site asks")
		return
	}
	switch target, found := s.routes[path]; {
	case !found:
		deny(w, http.StatusNotFound, "there is nothing here")
	case r.Method != target.method:
		w.Header().Set("Allow", target.method)
		deny(w, http.StatusMethodNotAllowed, "the method is "+r.Method+", want "+target.method)
	default:
		target.answer(w, r)
	}
}

func deny(w http.ResponseWriter, status int, reason string) {
	answer(w, status, map[string]string{"problem": reason})
}

func answer(w http.ResponseWriter, status int, v any) {
	text, err := json.Marshal(v)
	if err != nil { // a value that is not JSON, which Open and Mark do not let in
		status, text = http.StatusInternalServerError, []byte(`{"problem":"the answer cannot be made"}`)
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(text)
}

// asked is a question as the page gets it. Its texts can be shown as they are. Its values are JSON texts, so that
// numbers stay as they are written.
type asked struct {
	Case     string    `json:"case"`
	Key      string    `json:"key"` // the name of the case in addresses of the page
	Path     string    `json:"path"`
	Outcome  string    `json:"outcome"`
	Want     *string   `json:"want"` // nil also if the value is too long to be edited
	Got      *string   `json:"got"`
	Shown    [2]string `json:"shown"` // got and want, for people
	Leaves   []Leaves  `json:"leaves"`
	Evidence []string  `json:"evidence,omitempty"`
	InText   bool      `json:"inText,omitempty"`
}

// maxShown is how many characters of a text a panel has room for.
const maxShown = 400

// shown returns a text for people: shortened, and with visible forms of characters that are invisible or change how
// their neighbours are shown.
func shown(text string) string {
	return words.Visible(words.Excerpt(words.Unescape(text), maxShown))
}

func askedOf(q *Question, key string) asked {
	a := asked{Case: shown(q.Case), Key: key, Path: shown(q.Path), Outcome: strings.ReplaceAll(q.Outcome.String(), "_", " "), Want: textOf(q.Want), Got: textOf(q.Got), Leaves: q.Leaves, InText: q.InText}
	a.Shown = [2]string{shown(string(q.Got)), shown(string(q.Want))}
	none := ""
	if q.isRow() {
		none = "no such row"
		if row := shown(strings.Join(q.Values, ", ")); q.Got == nil {
			a.Shown[1] = row
		}
	}
	for i := range a.Shown {
		a.Shown[i] = cmp.Or(a.Shown[i], none)
	}
	for _, e := range q.Evidence {
		a.Evidence = append(a.Evidence, shown(e))
	}
	return a
}

// maxEdited is the greatest length of a value that can be edited, in bytes.
const maxEdited = 64 << 10

func textOf(value json.RawMessage) *string {
	if value == nil || len(value) > maxEdited {
		return nil
	}
	text := string(value)
	return &text
}

func (s *Session) serveQuestions(w http.ResponseWriter, caseKey func(id string) string) {
	all := []asked{}
	for _, q := range s.Questions() {
		all = append(all, askedOf(&q, caseKey(q.Case)))
	}
	answer(w, http.StatusOK, struct {
		Questions []asked `json:"questions"`
		Reviewer  string  `json:"reviewer"`
		status
	}{all, shown(s.o.Reviewer), s.since(0)})
}

// status is the news for a tab since it last asked.
type status struct {
	Revision  int      `json:"revision"`
	Looked    int      `json:"looked"`
	Of        int      `json:"of"`
	Conflicts int      `json:"conflicts"`
	Notes     []string `json:"notes"`
	Changed   []stand  `json:"changed"`
}

// stand is the state of a question.
type stand struct {
	Question int    `json:"question"`
	Version  int    `json:"version"`
	Own      *said  `json:"own,omitempty"`
	Others   []said `json:"others,omitempty"`
	Differ   bool   `json:"differ,omitempty"`
	Cannot   string `json:"cannot,omitempty"`  // why the decision cannot be made in the data
	Blocked  string `json:"blocked,omitempty"` // why nothing can be decided
}

type said struct {
	Reviewer string     `json:"reviewer,omitempty"`
	Decision accept.Say `json:"decision,omitempty"` // of the reviewer's own decision, which can be edited
	Value    *string    `json:"value,omitempty"`
	Note     string     `json:"note,omitempty"`
	Text     string     `json:"text"` // for people
}

func saidOf(d *accept.Decision) said {
	text := says(d)
	if d.Note != "" {
		text += fmt.Sprintf(" (%s)", d.Note)
	}
	return said{shown(cmp.Or(d.Reviewer, "another reviewer")), d.Decision, textOf(d.Value), d.Note, shown(text)}
}

// since returns the changes since a revision; revision 0 asks for everything.
func (s *Session) since(revision int) status {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sync()
	st := status{Revision: s.revision, Notes: []string{}, Changed: []stand{}}
	for _, note := range s.notes() {
		st.Notes = append(st.Notes, words.Visible(note))
	}
	st.Looked, st.Of, st.Conflicts = s.progress()
	for i, item := range s.items {
		if item.seen <= revision {
			continue
		}
		row := stand{Question: i, Version: item.version, Differ: item.differ(), Cannot: shown(item.cannot), Blocked: shown(item.blocked)}
		if item.own != nil {
			own := saidOf(item.own)
			row.Own = &own
		}
		for j := range item.others {
			other := saidOf(&item.others[j])
			row.Others = append(row.Others, said{Reviewer: other.Reviewer, Text: other.Text})
		}
		st.Changed = append(st.Changed, row)
	}
	return st
}

// decision is the request with which the page sends a decision. Without a decision it only asks for news.
type decision struct {
	Question int             `json:"question"`
	Version  int             `json:"version"`
	Decision accept.Say      `json:"decision"`
	Value    json.RawMessage `json:"value"`
	Note     string          `json:"note"`
	Since    int             `json:"since"`
}

func (s *Session) takeDecision(w http.ResponseWriter, r *http.Request) {
	d, ok := posted[decision](w, r)
	if !ok {
		return
	}
	code, problem := http.StatusOK, ""
	if d.Decision != "" {
		err := s.Mark(Mark{d.Question, d.Version, d.Decision, d.Value, d.Note})
		code = codeOf(err)
		if err != nil {
			problem = words.Visible(err.Error())
		}
	}
	answer(w, code, struct {
		Problem string `json:"problem,omitempty"`
		status
	}{problem, s.since(d.Since)})
}

func codeOf(err error) int {
	switch {
	case err == nil:
		return http.StatusOK
	case errors.Is(err, ErrStale), errors.Is(err, ErrChanged):
		return http.StatusConflict
	case errors.Is(err, ErrInvalid):
		return http.StatusUnprocessableEntity
	}
	return http.StatusInternalServerError
}

// posted returns the JSON of a request that writes, or refuses the request.
func posted[T any](w http.ResponseWriter, r *http.Request) (d T, ok bool) {
	if r.Header.Get("Origin") == "" {
		deny(w, http.StatusForbidden, "it is not said who asks (Origin)")
		return d, false
	}
	if r.Header.Get("Content-Type") != "application/json" {
		deny(w, http.StatusUnsupportedMediaType, "want application/json")
		return d, false
	}
	d, code, err := decode[T](http.MaxBytesReader(w, r.Body, maxBody))
	if err != nil {
		deny(w, code, err.Error())
		return d, false
	}
	return d, true
}

// decode reads one JSON object. More text is an error.
func decode[T any](body io.Reader) (d T, code int, err error) {
	decoder := json.NewDecoder(body)
	decoder.DisallowUnknownFields()
	err = decoder.Decode(&d)
	if err == nil {
		if _, more := decoder.Token(); more != io.EOF {
			err = errors.New("want one JSON object, and nothing after it")
			if more != nil {
				err = errors.Join(err, more)
			}
		}
	}
	var big *http.MaxBytesError
	switch {
	case errors.As(err, &big):
		return d, http.StatusRequestEntityTooLarge, fmt.Errorf("the request has more than %d bytes", big.Limit)
	case err != nil:
		return d, http.StatusBadRequest, fmt.Errorf("the request is not one of this page: %w", err)
	}
	return d, 0, nil
}
