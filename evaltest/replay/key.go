package replay

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/extracteval/extracteval/metrics/document"
)

// key identifies a request.
type key struct {
	readable  []byte // JSON without secrets; "<" is not escaped
	canonical []byte // canonical JSON of the same value
	hash      string // 32 hex digits of the SHA-256 of canonical
}

func (r Recordings) keyOf(request any) (key, error) {
	if v, ok := request.(document.Value); ok {
		request = v.Raw()
	}
	text, err := json.Marshal(request)
	if err != nil {
		return key{}, fmt.Errorf("replay: request: %w", err)
	}
	readable, err := r.withoutSecrets(text)
	if err != nil {
		return key{}, fmt.Errorf("replay: request: %w", err)
	}
	canonical, err := canonicalJSON(readable)
	if err != nil {
		return key{}, fmt.Errorf("replay: request: %w", err)
	}
	sum := sha256.Sum256(canonical)
	return key{readable, canonical, hex.EncodeToString(sum[:16])}, nil
}

// withoutSecrets returns a request with sorted keys, scrubbed, without headers
// and credentials.
func (r Recordings) withoutSecrets(request []byte) ([]byte, error) {
	d := json.NewDecoder(bytes.NewReader(request))
	d.UseNumber()
	var v any
	if err := d.Decode(&v); err != nil {
		return nil, err
	}
	if top, ok := v.(map[string]any); ok {
		for name := range top {
			switch strings.ToLower(name) {
			case "header", "headers":
				delete(top, name)
			}
		}
	}
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	err := e.Encode(r.clean(v))
	return bytes.TrimSpace(text.Bytes()), err
}

func canonicalJSON(text []byte) ([]byte, error) {
	v, err := document.Parse(text)
	if err != nil {
		return nil, err
	}
	return v.AppendCanonical(nil), nil
}

// clean drops credentials and scrubs strings, in place.
func (r Recordings) clean(v any) any {
	switch v := v.(type) {
	case string:
		if r.Scrub != nil {
			return r.Scrub(v)
		}
	case []any:
		for i := range v {
			v[i] = r.clean(v[i])
		}
	case map[string]any:
		for name, member := range v {
			if _, text := member.(string); text && isCredential(name) {
				delete(v, name)
				continue
			}
			v[name] = r.clean(member)
		}
	}
	return v
}

// isCredential reports whether a string with this name is a secret:
// "x-api-key", "apiKey" and "api_key" are one name.
func isCredential(name string) bool {
	name = strings.NewReplacer("-", "", "_", "", " ", "").Replace(strings.ToLower(name))
	switch strings.TrimPrefix(name, "x") {
	case "authorization", "proxyauthorization", "apikey", "accesskey", "accesstoken", "authtoken", "bearertoken", "refreshtoken",
		"secret", "clientsecret", "secretkey", "secretaccesskey", "password", "cookie", "setcookie", "googapikey":
		return true
	}
	return false
}
