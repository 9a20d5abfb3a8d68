module github.com/extracteval/extracteval/examples/site

go 1.25.0

require github.com/yuin/goldmark v1.8.7
