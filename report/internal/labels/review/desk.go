package review

import (
	"cmp"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"github.com/extracteval/extracteval/internal/words"
	"github.com/extracteval/extracteval/metrics/document"
	"github.com/extracteval/extracteval/report/internal/labels/readings"
)

var (
	//go:embed desk/desk.css
	deskStyle string
	//go:embed desk/desk.js
	deskScript string
	//go:embed desk/desk.html
	deskPage string
)

// deskPolicy allows the page of whole documents only its own style, script and server.
var deskPolicy = fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
	hashOf(deskStyle), hashOf(deskScript))

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// ListenDocuments listens on an address, as [Listen] does, and serves a page in which a person reads whole documents.
func ListenDocuments(address string, d *Documents) (*Server, error) {
	s, err := listen(address)
	if err != nil {
		return nil, err
	}
	s.routes = map[string]route{
		"":          {http.MethodGet, servePage},
		"documents": {http.MethodGet, d.serveAll},
		"document":  {http.MethodGet, d.serveOne},
		"picture":   {http.MethodGet, d.servePicture},
		"readings":  {http.MethodPost, d.take},
	}
	return s, nil
}

func servePage(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", deskPolicy)
	_, _ = io.WriteString(w, strings.NewReplacer("{{style}}", deskStyle, "{{script}}", deskScript).Replace(deskPage))
}

// listed is a document in the list of all.
type listed struct {
	Case string `json:"case"`
	Read bool   `json:"read"`
}

func (d *Documents) serveAll(w http.ResponseWriter, _ *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	err := d.sync()
	all := []listed{}
	for _, whole := range d.all {
		all = append(all, listed{shown(whole.record.ID), whole.own != nil})
	}
	answer(w, http.StatusOK, struct {
		Reviewer  string   `json:"reviewer"`
		Boxes     []box    `json:"boxes"`
		Documents []listed `json:"documents"`
		Problem   string   `json:"problem,omitempty"`
	}{shown(d.o.Reviewer), d.boxes, all, problemOf(err)})
}

func problemOf(err error) string {
	if err == nil {
		return ""
	}
	return words.Visible(err.Error())
}

// number returns a parameter of a request, and whether it is a number of at least 0 and less than limit.
func number(r *http.Request, name string, limit int) (int, bool) {
	n, err := strconv.Atoi(r.URL.Query().Get(name))
	return n, err == nil && n >= 0 && n < limit
}

func (d *Documents) serveOne(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n, ok := number(r, "n", len(d.all))
	if !ok {
		deny(w, http.StatusNotFound, "there is no such document")
		return
	}
	text, err := d.text(n)
	none := errors.Is(err, fs.ErrNotExist)
	if none {
		err = nil
	}
	var all []other
	for i := range d.all[n].says {
		r := &d.all[n].says[i]
		all = append(all, d.otherOf(r))
	}
	answer(w, http.StatusOK, struct {
		Text    string  `json:"text"`
		Pages   int     `json:"pages"`
		Typed   []any   `json:"typed,omitempty"`
		Says    []other `json:"says,omitempty"`
		Differ  []bool  `json:"differ,omitempty"` // by box
		Cells   []cell  `json:"cells,omitempty"`
		Problem string  `json:"problem,omitempty"`
	}{text, len(d.all[n].record.Pages), d.typed(n), all, d.all[n].differ, d.all[n].cells, problemOf(err)})
}

// other is what another reviewer says of a document.
type other struct {
	Reviewer string   `json:"reviewer"`
	Typed    []any    `json:"typed"`
	Shown    []string `json:"shown"` // of each box, for people
}

func (d *Documents) otherOf(r *readings.Reading) other {
	o := other{Reviewer: shown(cmp.Or(r.Reviewer, "another reviewer")), Typed: d.write(r)}
	v, _ := document.Parse(r.Value)
	for i := range d.boxes {
		o.Shown = append(o.Shown, cmp.Or(shown(string(v.At(d.boxes[i].path).Raw())), "nothing"))
	}
	return o
}

// cell is a value in a row of a list on which others differ.
type cell struct {
	Box  int        `json:"box"` // of the list
	Path string     `json:"path"`
	Says []cellSays `json:"says"` // in the order of the others
}

// cellSays is what one of the others says of a cell.
type cellSays struct {
	Shown string `json:"shown"`
	// Place leads from the list to the box of the value in what this reviewer says: the number of a row, that of a box in it, and so on.
	// It is empty if the reviewer lacks the row.
	Place []int `json:"place"`
}

func cellOf(d *readings.Disagreement, boxes []box, list int) cell {
	c := cell{Box: list, Path: shown(d.Path)}
	for _, s := range d.Says {
		c.Says = append(c.Says, cellSays{cmp.Or(shown(string(s.Value)), "nothing"), boxes[list].placeOf(d.Attribute, s.Index)})
	}
	return c
}

const maxPicture = 32 << 20 // bytes

func (d *Documents) servePicture(w http.ResponseWriter, r *http.Request) {
	d.mu.Lock()
	defer d.mu.Unlock()
	n, ok := number(r, "n", len(d.all))
	if !ok {
		deny(w, http.StatusNotFound, "there is no such document")
		return
	}
	pages := d.all[n].record.Pages
	i, ok := number(r, "page", len(pages))
	if !ok || d.o.Picture == nil {
		deny(w, http.StatusNotFound, "there is no such page")
		return
	}
	picture, err := d.picture(pages[i].Image)
	if err != nil {
		deny(w, http.StatusNotFound, problemOf(err))
		return
	}
	w.Header().Set("Content-Type", http.DetectContentType(picture))
	_, _ = w.Write(picture)
}

func (d *Documents) picture(image string) ([]byte, error) {
	f, err := d.o.Picture(image)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	picture, err := io.ReadAll(io.LimitReader(f, maxPicture+1))
	switch kind := http.DetectContentType(picture); {
	case err != nil:
		return nil, err
	case len(picture) > maxPicture:
		return nil, fmt.Errorf("%s has more than %d bytes", image, maxPicture)
	case kind != "image/png" && kind != "image/jpeg" && kind != "image/gif":
		return nil, fmt.Errorf("%s is %s, want PNG, JPEG or GIF", image, kind)
	}
	return picture, nil
}

// reading is the request with which the page sends the values of a document.
type reading struct {
	Document int               `json:"document"`
	Typed    []json.RawMessage `json:"typed"`
}

func (d *Documents) take(w http.ResponseWriter, r *http.Request) {
	posting, ok := posted[reading](w, r)
	if !ok {
		return
	}
	err := d.Write(posting.Document, posting.Typed)
	read, all, _ := d.Progress()
	answer(w, codeOf(err), struct {
		Problem string `json:"problem,omitempty"`
		Read    int    `json:"read"`
		Of      int    `json:"of"`
	}{problemOf(err), read, all})
}
