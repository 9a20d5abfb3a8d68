// Package sidecar reads two small files beside a data set, which is data.jsonl or the folder data: data.meta.json has
// its version, and data.agreement.json the agreement of people on it. Runs record both, and every report shows them.
package sidecar
