// Package checkpoint keeps what a session showed in its directory, for the time when its
// host is gone: after a crash or when the machine was switched off. That is the screen,
// the lines above it, and the time. It knows neither processes nor terminals.
//
// The file is a log: an opening line, then records, each with its length and a checksum. A
// [Writer] appends lines as they come, and after them the screen, which ends a batch. What
// counts is what the last whole batch says, so a writer may be killed at any byte: what it
// had not finished is as if it had not begun. A record that lines are taken back by says
// how many stay, since the screen can take lines back from above it. When the file has
// grown to twice what is to be kept, the newest part of it is written anew.
//
// A file that is damaged is an error and never a wrong screen. Where whole batches come
// before the damage, the last of them is what was kept.
//
// Lines are rows as the screen had them, of which one may go on in the next. A line that
// was wrapped counts once: its number does not depend on the columns that it had.
package checkpoint
