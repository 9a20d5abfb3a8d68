package kind

// This file brings addresses of pages and other URIs into a normal form. The doc comment of compare.URL specifies it.

import (
	"errors"
	"net/url"
	"strings"
	"unicode"
)

// Address is a URI in its normal form.
type Address struct {
	Scheme string // in small letters, "" for an address that is printed without one
	Rest   string
}

// ParseAddress reads an address. An address without a scheme must begin with a host that has a dot.
func ParseAddress(text string) (a Address, err error) {
	text = strings.TrimSpace(text)
	if inner, ok := strings.CutPrefix(text, "<"); ok {
		text = strings.TrimSuffix(inner, ">")
	}
	if strings.ContainsFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }) {
		return a, errors.New("it has a blank")
	}
	bare := !hasScheme(text)
	if bare {
		text = "//" + strings.TrimPrefix(text, "//")
	}
	u, err := url.Parse(text)
	if err != nil {
		return a, errors.Unwrap(err)
	}
	u.Scheme, u.Host = strings.ToLower(u.Scheme), strings.ToLower(u.Host)
	if u.Opaque != "" { // mailto:, urn:
		return Address{u.Scheme, u.Opaque + "?" + u.RawQuery + "#" + u.EscapedFragment()}, nil
	}
	if bare && (u.User != nil || !strings.Contains(strings.Trim(u.Hostname(), "."), ".")) || u.Host == "" && u.Path == "" {
		return a, errors.New("it has no host")
	}
	return Address{u.Scheme, afterScheme(u)}, nil
}

// hasScheme reports whether a text begins with a scheme; in example.com:8080 the text before the colon is a host.
func hasScheme(text string) bool {
	before, after, found := strings.Cut(text, ":")
	return found && !strings.ContainsAny(before, "./?#@[") && (after == "" || after[0] < '0' || after[0] > '9')
}

// afterScheme returns the normal form of what follows the scheme.
func afterScheme(u *url.URL) string {
	path := strings.TrimSuffix(u.ResolveReference(u).EscapedPath(), "/") // without dot segments
	host := u.Hostname()
	if port := u.Port(); port != "" && port != defaultPorts[u.Scheme] {
		host += ":" + port
	}
	if u.User != nil {
		host = u.User.String() + "@" + host
	}
	form := host + unescape(path)
	if u.RawQuery != "" {
		form += "?" + unescape(u.RawQuery)
	}
	if fragment := u.EscapedFragment(); fragment != "" {
		form += "#" + unescape(fragment)
	}
	return form
}

var defaultPorts = map[string]string{"http": "80", "https": "443", "ftp": "21", "ws": "80", "wss": "443"}

// unescape decodes the escapes of characters that need none (RFC 3986, 2.3), and writes others with capitals.
func unescape(s string) string {
	var dst strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' || i+2 >= len(s) {
			dst.WriteByte(s[i])
			continue
		}
		decoded, err := url.PathUnescape(s[i : i+3])
		if err != nil {
			dst.WriteByte(s[i])
			continue
		}
		if c := decoded[0]; c >= 0x80 || 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || strings.IndexByte("-._~", c) >= 0 {
			dst.WriteByte(c)
		} else {
			dst.WriteString(strings.ToUpper(s[i : i+3]))
		}
		i += 2
	}
	return dst.String()
}

// SameAddress reports whether two addresses lead to the same place. An address without a scheme is one of http or https.
func SameAddress(a, b Address) bool {
	if a.Scheme == "" || b.Scheme == "" {
		other := a.Scheme + b.Scheme
		return a.Rest == b.Rest && (other == "" || other == "http" || other == "https")
	}
	return a == b
}

// IsEmail reports whether a text looks like an e-mail address: it has text before an @, a domain with a dot after it,
// and no white space. compare.Auto needs no stricter rule.
func IsEmail(text string) bool {
	local, domain, ok := strings.Cut(text, "@")
	if !ok || local == "" || strings.ContainsFunc(text, unicode.IsSpace) || strings.Contains(domain, "@") {
		return false
	}
	dot := strings.LastIndexByte(domain, '.')
	return dot > 0 && dot < len(domain)-1
}
