// Package sidecar reads what a user says of a data set in small files beside it: for data.jsonl, and for the folder
// data, its version in data.meta.json and the agreement of people on it in data.agreement.json. Runs record both, and
// every report shows them.
package sidecar
