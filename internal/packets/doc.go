// Package packets reads from the record of a case how truth and answer divide a packet, a file of several documents,
// into sections ([Of]), and says in words where they differ ([Packet.Mistakes]). HTML pages, comments and terminals
// show the same words.
//
// A record bounds its values: see [Packet.Unkept] for the sections that it does not keep. The package never shows a
// class or pages that the record withholds.
package packets
