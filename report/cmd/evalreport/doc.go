/*
Evalreport measures how much of extracted data is right, says whether to merge and where
to look. Tests with package evaltest write artifacts, and so does score, which compares
two files, the truths and the answers of any program:

	go get -tool github.com/extracteval/extracteval/report/cmd/evalreport
	go tool evalreport test ./...
	go tool evalreport score -spec spec.yaml want.jsonl got.jsonl

Without a module, go install github.com/extracteval/extracteval/report/cmd/evalreport@latest
installs it; a release has archives of it for systems without Go.

Test runs go test with a fresh directory for the artifacts, and prints the tables of all
data sets: go test alone hides the tables of packages that pass. Most other commands read
artifacts: files, directories, DIR/... for the _evaltest folders below a
directory, and - for the standard input, each of them compressed by gzip or not. Without
arguments most take the folder _evaltest here.

	run     test        run go test and print one report over all packages
	        score       evaluate answers of any program against truths, joined by id
	look    show        print the tables, worst cases, or one case in full
	        html        make one page for people: tables, charts, the cases to see
	judge   check       judge data sets by limits, across packages
	        diff        compare two runs over the same cases, honest about chance
	        compare     say which of many runs is best, and at which price
	        history     follow fields over several runs, and find declines
	spec    init        propose a spec and a test to start from, by the truths
	        lint        hold a spec against truths, or say in words how it compares
	labels  review      decide in a browser who is right: the answer or the label
	        accept      correct labels: make chosen answers of a run the truth
	        data        draft truths, log changes, split, agreement of people, audit
	export  export      make CSV, JUnit, benchstat or Markdown, or join artifacts
	more    rescore     evaluate the answers of a run under another spec
	        merge       join shards and packages, as export -merged does
	        regression  validate packs of regression records, and add them to a set
	        conformance hold an implementation against the rules as data
	        version     print the versions of the command, Go and the artifacts

The exit code is 0 when all is well; 1 when something was found: a limit that was not
kept, a regression, a failed test, lost records; and 2 for misuse, or a file that cannot
be read or written.

# Where to look

	$ evalreport show -fields 0 -cases 2 new
	invoices: 8 cases: 5 pass, 3 partial

	field   support  match  wrong  missing      P      R     F1  95% interval
	number        8      8      ·        ·  1.000  1.000  1.000  ≈0.676–1.000
	date          8      7      ·        1  1.000  0.875  0.933  ≈0.446–0.996
	total         8      6      2        ·  0.750  0.750  0.750  ≈0.326–0.949

	micro average                           0.913  0.875  0.894  ≈0.625–0.977
	macro average                                         0.894  ≈0.626–0.977
	weighted average                                      0.894

	≈ approximate: fewer than 20 documents, effectively, have a value

	accuracy    0.875  empty answer 0.000
	mean score  0.844  empty answer 0.000

	worst cases
	  inv-3  score 0.500  partial
	    total (outside tolerance)  got 35.0  want 30.5  (off by 4.5, allowed 0.01)
	  inv-5  score 0.500  partial
	    total (outside tolerance)  got 5.05  want 50.5  (off by 45.45, allowed 0.01)

	invoices: gate passed over 8 cases; within the interval, where other documents could fail: macro F1

Each table is of one data set of one package. Shards of it are added up; repetitions
(-count=2) are never pooled. With -why, show also prints what mistakes have in common,
the worst slices, the kinds of mistakes and the worth of confidences. With -case it
prints everything that was recorded of one case:

	$ evalreport show -case inv-5 new
	new/example.com__service.invoices.jsonl:7
	package example.com/service, data set invoices
	  case       inv-5
	  status     ok
	  score      0.500  partial  (empty answer 0.000)
	  reasoning  2/3 fields matched
	  tag        vendor=globex
	  miss       total (outside tolerance)

	  field   outcome  score  similarity  weight
	  number  match    1.000  1.000       1.000
	    got        "A-5"
	    want       "A-5"
	  date    match    1.000  1.000       1.000
	    got        "2026-01-06"
	    want       "2026-01-06"
	  total   wrong    0.000  0.000       2.000
	    got        5.05
	    want       50.5
	    tag        outside tolerance
	    note       off by 45.45, allowed 0.01

# Whether to merge

Tests judge their own data sets. Limits over several packages, or stricter ones for a
release, stand in a file:

	$ evalreport check -gate gates.yaml new
	invoices: F1 of total 0.750 is below 0.900, over 8 cases; look first at total (F1 0.750)

A comparison with an older run is paired, case by case, and calls no difference a change
if it could be chance:

	$ evalreport diff -cases 1 old new
	no significant change

	invoices: 8 cases in both runs ¹

	F1          old    new     delta        95% interval      p  n  broken  fixed  finds
	number    1.000  1.000         ~                             8       ·      ·   none
	date      0.933  0.933   ~ 0.000  ≈ -0.341 to +0.341  1.000  8       1      1   none  too few changed cases to tell
	total     1.000  0.750  ~ -0.250  ≈ -0.600 to +0.171  1.000  8       2      ·   none  too few changed cases to tell

	micro F1  0.979  0.894  ~ -0.085  ≈ -0.298 to +0.109  0.375                    0.494  too few changed cases to tell
	macro F1  0.978  0.894  ~ -0.083  ≈ -0.309 to +0.127  0.375                    0.493  too few changed cases to tell
	≈ approximate: fewer than 20 documents, effectively, have a value
	finds: the least drop that is found four times in five

	cases     old     new     delta        95% interval      p  n  broken  fixed  finds
	pass   7 of 8  5 of 8  ~ -0.250  ≈ -0.638 to +0.256  1.000  8       3      1   none  too few changed cases to tell

	broken: 3 cases
	  inv-3
	    total  was 30.5  now 35.0  want 30.5
	  … and 2 more

	fixed: 1 case
	  inv-2
	    date  was nothing  now "2026-01-03"  want "2026-01-03"

	¹ 8 cases are in both runs: with fewer than 6 changed cases no field is significant

# Outputs of other programs

Answers of a service in any language are evaluated by a spec, judged by limits, and give
an artifact like the one of go test. Without limits every case is to pass. Every line of
both files, JSON Lines or CSV, is used, or accounted for:

	$ evalreport score -dir= -spec spec.yaml -field total=.9 want.jsonl got.jsonl
	want: 8 cases: 5 pass, 3 partial

	field   support  match  wrong  missing      P      R     F1  95% interval
	number        8      8      ·        ·  1.000  1.000  1.000  ≈0.676–1.000
	date          8      7      ·        1  1.000  0.875  0.933  ≈0.446–0.996
	total         8      6      2        ·  0.750  0.750  0.750  ≈0.326–0.949

	micro average                           0.913  0.875  0.894  ≈0.625–0.977
	macro average                                         0.894  ≈0.626–0.977
	weighted average                                      0.894

	≈ approximate: fewer than 20 documents, effectively, have a value

	accuracy    0.875  empty answer 0.000  perfect answer 1.000
	mean score  0.844  empty answer 0.000  perfect answer 1.000

	worst fields
	  total  F1 0.750  2 wrong
	  date   F1 0.933  1 missing

	worst cases
	  inv-3  score 0.500  partial
	    total (outside tolerance)  got 35.0  want 30.5  (off by 4.5, allowed 0.01)
	  inv-5  score 0.500  partial
	    total (outside tolerance)  got 5.05  want 50.5  (off by 45.45, allowed 0.01)
	  inv-7  score 0.750  partial
	    date (null value)  got null  want "2026-01-08"

	want: F1 of total 0.750 is below 0.900, over 8 cases; look first at total (F1 0.750)

The perfect answer is the truth itself. Where its score is below 1, the spec and the
truths do not fit; evalreport lint says where, before there is any answer:

	$ evalreport lint -spec spec.yaml want.jsonl
	8 truths

	perfect answer: accuracy 1.000, mean score 1.000

A spec can be proposed from the truths; each line names the evidence for its
guess:

	$ evalreport init -o - want.jsonl
	# yaml-language-server: $schema=https://extracteval.github.io/extracteval/schema/spec.json
	# Proposed by evalreport init from 8 truths of want.jsonl.
	# Each comment says what its line was guessed from. Weights, tolerances and thresholds are
	# yours to set; evalreport lint -explain says in words what comes of it.
	fields:
	  - {path: number, match: code}    # code: 8 of 8 have digits, and no words
	  - {path: date, match: date}      # date: 8 of 8 read
	  - {path: total, match: numeric}  # number: 8 of 8

A spec in words:

	$ evalreport lint -explain -spec spec.yaml
	number                 exactly the same
	date                   date, the same day, order mdy (dmy with points)
	total                  number, within 0.01, format auto, weight 2

	score                  mean of the fields by weight; a case passes when no scored field is missed
	other keys of answers  are not looked at

# Labels that are wrong

Where the answer is right and the label wrong, accept changes the label and no other
byte of the data file. Without flags that choose answers it asks, in a terminal;
otherwise it prints the changes, and makes them with -write. The labels to look at first
are those that lint suspects.

	$ evalreport accept -data want.jsonl -case inv-3 new
	want.jsonl:3  inv-3
	  total
	  - 30.5
	  + 35.0

	1 change, not written: add -write to change the data set

Review lets you decide in a browser, beside the documents. It serves the page of html on
this machine. There each wrong value is marked, by keyboard alone if you like: the label
is wrong, and the answer or a typed value is right; the answer is wrong; both are
acceptable. Decisions are written down at once, in a file beside the data set, and
accept -review makes them:

	evalreport review -data want.jsonl new
	evalreport accept -review want.review.jsonl -write -data want.jsonl new

# Regression sets

A pack of recorded responses (see package evaltest/regression) is validated before
evalreport regression add appends it to a set. Every problem is listed with its place; a
pack with a problem does not change the set:

	$ evalreport regression check pack.jsonl
	2 records in order: 2 categories, 1 pack

# Artifacts

Package report describes them. If a directory has several files of one data set, the
file of the newest run decides: STEM.jsonl, STEM.partial.jsonl of a run in which not all
cases were scored, or the remains of a run that broke off (STEM.crashed.jsonl,
*.running). The others are left out, with a warning, unless they are named.

Tests with evaltest.Main leave a marker beside their artifacts (PACKAGE.run.json), with
the selection of the run and the note that the run came to its end. If a run did not
come to its end, none of its data sets is evaluable. A file that a newer run should have
replaced, but did not, is stale, and decides nothing. A run of another test makes
nothing stale. ENDINGS.md beside this file has every way in which a run can end, and the
words for it in each output.

# In CI

The README has a job for GitHub Actions. For GitLab, which shows the JUnit file in the
merge request:

	extraction:
	  image: golang:1.26
	  script:
	    - go tool evalreport test -dir run ./...
	  after_script:
	    - go tool evalreport export -o junit.xml run
	    - go tool evalreport html -o report.html run
	  artifacts:
	    when: always
	    paths: [run, report.html]
	    reports: {junit: junit.xml}

Tools that run failed tests again cannot turn a gate green: the gate alone has no cases,
and a case alone has no gate.
*/
package main
