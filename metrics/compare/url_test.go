package compare_test

import (
	"testing"

	"github.com/extracteval/extracteval/metrics/compare"
)

func TestURL(t *testing.T) {
	u := compare.URL{}
	run(t, []row{
		{"case of scheme and host", u, `"HTTPS://Example.COM/a"`, `"https://example.com/a"`, hit},
		{"case of the path", u, `"https://example.com/A"`, `"https://example.com/a"`, miss},
		{"the port of the scheme", u, `"https://example.com:443/a"`, `"https://example.com/a"`, hit},
		{"the port of another scheme", u, `"https://example.com:80/a"`, `"https://example.com/a"`, miss},
		{"no path", u, `"https://example.com"`, `"https://example.com/"`, hit},
		{"a slash at the end", u, `"https://example.com/a/?b"`, `"https://example.com/a?b"`, hit},
		{"two slashes", u, `"https://example.com/a//b"`, `"https://example.com/a/b"`, miss},
		{"dot segments", u, `"https://example.com/x/../a/./b"`, `"https://example.com/a/b"`, hit},
		{"an escape that is not needed", u, `"https://example.com/%7Eada%2d?q=%41"`, `"https://example.com/~ada-?q=A"`, hit},
		{"case of an escape", u, `"https://example.com/a%2fb"`, `"https://example.com/a%2Fb"`, hit},
		{"an escape that is needed", u, `"https://example.com/a%2Fb"`, `"https://example.com/a/b"`, miss},
		{"letters beyond ASCII", u, `"https://example.com/m%C3%BCll"`, `"https://example.com/müll"`, hit},
		{"no scheme", u, `"example.com/a"`, `"https://example.com/a"`, hit},
		{"no scheme, with a port", u, `"example.com:8080/a"`, `"http://example.com:8080/a"`, hit},
		{"no scheme is not ftp", u, `"example.com/a"`, `"ftp://example.com/a"`, miss},
		{"another scheme", u, `"http://example.com/a"`, `"https://example.com/a"`, miss},
		{"www", u, `"https://www.example.com"`, `"https://example.com"`, miss},
		{"order of the query", u, `"https://example.com?a=1&b=2"`, `"https://example.com?b=2&a=1"`, miss},
		{"a fragment", u, `"https://example.com/a#b"`, `"https://example.com/a"`, miss},
		{"an empty fragment", u, `"https://example.com/a#"`, `"https://example.com/a"`, hit},
		{"angle brackets", u, `" <https://example.com/a> "`, `"https://example.com/a"`, hit},
		{"another user", u, `"https://ada@example.com"`, `"https://example.com"`, miss},
		{"an address of mail", u, `"MAILTO:ada@example.com"`, `"mailto:ada@example.com"`, hit},
		{"another address of mail", u, `"mailto:ida@example.com"`, `"mailto:ada@example.com"`, miss},
		{"a name", u, `"ISBN 12"`, `"https://example.com"`, missWith("", `got "ISBN 12" is not an address: it has a blank`)},
		{"a word", u, `"example"`, `"https://example.com"`, missWith("", `got "example" is not an address: it has no host`)},
		{"an e-mail address", u, `"ada@example.com"`, `"https://example.com"`, missWith("", `got "ada@example.com" is not an address: it has no host`)},
		{"a bad port", u, `"http://a.de:x/"`, `"https://example.com"`, missWith("", `got "http://a.de:x/" is not an address: invalid port ":x" after host`)},
		{"a number", u, `1`, `"https://example.com"`, missWith("type mismatch", "got number, want string")},
		{"a truth that is none", u, `"see  there"`, `"see there"`, hitWith(`the truth "see there" is not an address: it has a blank; both sides are the same`)},
		{"a truth that is a number", u, `"a.de"`, `1`, missWith("", "the truth is of type number, and not an address")},
	})
}
