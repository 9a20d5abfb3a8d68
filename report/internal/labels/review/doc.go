// Package review lets people look at the mistakes of a run, and decide who is right: the answer or the label. It is the
// server behind evalreport review. It serves the page that it was given, and records decisions from it; evalreport
// accept -review carries them out in the data.
//
// # Questions
//
// A [Question] is a place where truth and answer differ: a value, or a row of a list without a partner, as in
// [accept.Change]. Trials of a case that answer the same are one question. Questions with a suspect label come first,
// in the order of package audit, then the others in the order of the cases. A place on which nothing can be decided,
// such as a redacted value, is not a question; [Session].Refused lists it.
//
// # Decisions
//
// The server appends each decision to the review file, as one line in the format of package accept. The decision is on
// the disk before it is acknowledged: one write at the end of the file, then fsync. Acknowledged lines are never
// written again. So a process that is killed during a write leaves at most a part of one line, which was not
// acknowledged; [Open] cuts it off and says so. A new decision on a question adds a line; the last line counts. Taking
// back a decision also adds a line ([accept.Open]).
//
// The server reads the file again whenever it has changed, so it sees the changes of another process or an editor.
// Several servers may write to one file: each locks it while it writes, and appends only to the text that it has read.
// If the file is gone, the next decision writes all of its lines again. While the file cannot be read, the server
// refuses decisions.
//
// A new review file quotes the data, so those who may read the data may read it. A symbolic link is not accepted as a
// review file, since it could lead to any file.
//
// Each question has a version, which a decision names. A decision on an old version, as in a second tab, is refused
// ([ErrStale]), and the tab gets the current state. A decision on a case is also refused if the truth in the data file
// is not the evaluated one ([ErrChanged]). The data file is read again when it has changed, and is never written.
//
// The page shows the decisions of other reviewers, from the same file or from others, beside the reviewer's own. It
// counts and marks the questions on which reviewers differ.
//
// # Whole documents
//
// [Documents] is another kind of review on the same page: a person reads whole documents, and types their values into a
// form with a box for each field, beside the document. The page shows only the documents, without answers, truths or
// decisions of others: the data set that it is made of has nothing else. So its decisions are blind. With the decisions
// of others ([DocumentOptions].Adjudicate) it asks only about the documents on which the others differ, and shows what
// each of them says: its decisions are adjudicated. Each decision is on the whole document ([accept.Document]); if a
// reviewer makes several on a document, the last counts.
//
// # Who may ask
//
// A [Server] listens on a loopback address and serves below a path that is a random token, compared in constant time.
// The Host of a request must be the address of the server, which excludes names that an attacker makes resolve to it
// (DNS rebinding). If a request has an Origin, it must be the server's own. If it has Sec-Fetch-Site, no other site may
// have made it, except by a link to the page. A request that writes must have an Origin, and be POST and JSON. There
// are no cookies that another page could use. Bodies are bounded. The page may connect only to its server, and no other
// page may frame it.
package review
