// Package review lets people look at the mistakes of a run, and decide who is right: the answer or the label. It is
// the server behind evalreport review. It serves the page that it was given, and records decisions from it;
// evalreport accept -review makes them in the data.
//
// # Questions
//
// A [Question] is a place where truth and answer differ: a value, or a row of a list without a partner, as in
// [accept.Change]. Trials of a case that answer the same are one question. Questions with a suspect label come first,
// in the order of package suspect, then the others in the order of the cases. A place that cannot be accepted, such
// as a redacted value, is not asked; [Session.Refused] lists it.
//
// # Decisions
//
// A decision is appended to the review file, one line in the format of package accept, and is on the disk before it
// is acknowledged: each is one write at the end of the file, then fsync. Acknowledged lines are never written again.
// So a process that is killed in the middle of a write leaves at most a part of one line, which was not acknowledged;
// [Open] cuts it off and says so. A new decision on a question adds a line; the last line counts. A decision that is taken
// back adds a line, too ([accept.Open]).
//
// The file is read again whenever it has changed, so the server sees the changes of another process or an editor.
// Several servers may write to one file: each locks it while it writes, and appends only to the text that it has
// read. When the file is gone, the next decision writes all of it anew. While the file cannot be read, decisions are
// refused.
//
// A new review file may be read by those who may read the data, which it quotes. A link is no
// review file, since it could lead to any.
//
// Each question has a version, which a decision names. A decision on an old version, as in a second tab, is refused
// ([ErrStale]), and the tab gets the present state. A decision on a case whose truth in the data file is not the
// evaluated one is refused, too ([ErrChanged]). The data file is also read again when it has changed, and is never
// written.
//
// Decisions of other reviewers, in the same file or in others, stand beside one's own;
// where they differ, that is counted and told.
//
// # Whole documents
//
// [Documents] are another kind of review: a person reads whole documents, and types what they have into a form with a box for
// each field. The page has the documents alone, neither answers nor truths nor decisions of others, so its decisions are
// blind. With the decisions of others ([DocumentOptions].Adjudicate) it asks of the documents on which these differ, and shows what
// each of them says: the decisions are adjudicated. Each is a decision on the whole document ([accept.Document]); of several by one reviewer the last counts.
//
// # Who may ask
//
// A [Server] listens on a loopback address and serves below a path that is a random token,
// compared in constant time. It asks that Host is its own address, which keeps out names that
// an attacker lets resolve to it (DNS rebinding), that Origin, where there is one, is its own,
// and that there is one on every request that writes, which must be POST and JSON. There are
// no cookies that another page could make use of. Bodies are bounded. The page may connect to its server and to
// nothing else, and nobody may frame it.
package review
