// Package review lets people look at what a run got wrong, and say who is right: the answer
// or the label. It is the server behind evalreport review. It gives out a page that it was
// given, and takes decisions from it, which evalreport accept -review makes in the data.
//
// # Questions
//
// A [Question] is a place where truth and answer differ: a value, or a row of a list that has
// no partner, as [accept.Change] has it. Trials of a case that answer the same are one
// question. Those whose label is suspect come first, in the order of package suspect, then
// those in the order of the cases. What cannot be accepted, such as a redacted value, is not
// asked; [Session.Refused] has it.
//
// # Decisions
//
// A decision is appended to the review file, one line in the format of package accept, and
// is on the disk before it is acknowledged: each is one write at the end of the file, then
// fsync. Nothing that was acknowledged is ever written again, so that a process that is killed
// in the middle of a write can at most leave a part of a line that nobody was promised;
// [Open] cuts it off and says so. Who decides anew on a question adds a line; the last counts.
//
// The file is read again whenever it has changed: what another process or an editor adds to it
// is seen. Several servers may write to one file: each locks it while it writes, and writes only
// behind what it has read. When it is gone, the next decision writes all of it anew. While it cannot be read,
// decisions are refused.
//
// A new review file may be read by those who may read the data, which it quotes. A link is no
// review file, since it could lead to any.
//
// Each question has a version, which a decision names. A decision made on another version than
// the present one, as in a second tab, is refused ([ErrStale]), and the tab is told what stands
// there now. So is a decision on a case whose truth in the data file is not the one
// that was evaluated ([ErrChanged]); the data file, too, is read again when it has changed, and
// is never written.
//
// Decisions of other reviewers, in the same file or in others, stand beside one's own;
// where they differ, that is counted and told.
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
