module github.com/extracteval/extracteval/metrics/peers

go 1.25.0

replace github.com/extracteval/extracteval => ../..

require github.com/extracteval/extracteval v0.0.0-00010101000000-000000000000
