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

// Asker asks people: a [Session] about values, or [Documents] about whole documents.
type Asker interface {
	// ask returns all questions. caseKey returns the name of a case in addresses of the page.
	ask(caseKey func(id string) string) inquiry
	// decide records a decision; the error is nil if it is on the disk.
	decide(d decision) error
	// since returns the changes since a revision; revision 0 asks for everything.
	since(revision int) status
}

// Page is the page of a review.
type Page struct {
	HTML []byte
	// CaseKey returns the name of a case in the addresses of the page.
	CaseKey func(id string) string
	// Paper returns the HTML of pages of the document of a case in one trial, from the page with the number first on, which counts from 0.
	// It is nil if the page asks for none, and is called by one request at a time.
	Paper func(key string, trial, first int) (html string, err error)
}

// Listen listens on a loopback address, "127.0.0.1:0" by default; port 0 means a free port.
func Listen(address string, a Asker, page Page) (*Server, error) {
	address = cmp.Or(address, "127.0.0.1:0")
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
	return &Server{routesOf(a, page), l, l.Addr().String(), rand.Text()}, nil
}

func routesOf(a Asker, page Page) map[string]route {
	routes := map[string]route{
		"": {http.MethodGet, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = w.Write(page.HTML)
		}},
		"questions": {http.MethodGet, func(w http.ResponseWriter, _ *http.Request) {
			answer(w, http.StatusOK, struct {
				inquiry
				status
			}{a.ask(page.CaseKey), a.since(0)})
		}},
		"decisions": {http.MethodPost, func(w http.ResponseWriter, r *http.Request) { takeDecision(a, w, r) }},
	}
	if page.Paper != nil {
		routes["paper"] = route{http.MethodGet, servePaper(page.Paper)}
	}
	return routes
}

// servePaper answers requests for the pages of documents.
func servePaper(paper func(key string, trial, first int) (html string, err error)) http.HandlerFunc {
	var drawing sync.Mutex
	return func(w http.ResponseWriter, r *http.Request) {
		query := r.URL.Query()
		trial, _ := strconv.Atoi(query.Get("trial"))
		first, _ := strconv.Atoi(query.Get("first"))
		drawing.Lock()
		defer drawing.Unlock()
		html, err := paper(query.Get("case"), trial, first)
		if err != nil {
			deny(w, http.StatusInternalServerError, "the pages of the document cannot be shown: "+words.Visible(err.Error()))
			return
		}
		answer(w, http.StatusOK, map[string]string{"html": html})
	}
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

func takeDecision(a Asker, w http.ResponseWriter, r *http.Request) {
	d, ok := posted[decision](w, r)
	if !ok {
		return
	}
	code, problem := http.StatusOK, ""
	if d.Decision != "" {
		err := a.decide(d)
		code = codeOf(err)
		if err != nil {
			problem = words.Visible(err.Error())
		}
	}
	answer(w, code, struct {
		Problem string `json:"problem,omitempty"`
		status
	}{problem, a.since(d.Since)})
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
