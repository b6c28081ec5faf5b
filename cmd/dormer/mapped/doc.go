// Package mapped gives back what a process has mapped of its program's file and does not
// use any more.
//
// A program maps its code and constants as it comes to them, and with each page that it
// touches the kernel maps the fifteen around it: after a start nearly all of the file is
// mapped, most of it for what happens once. What is mapped and was used the kernel keeps
// when memory is short, longer than what is only in its cache. What is given back here
// stays in that cache for as long as nobody needs the memory, and what is used again is
// mapped again, for about a microsecond every sixteen pages.
//
// It knows nothing of what is in those pages. What holds:
//
//   - only pages that are as they are in the file are given back: a mapping in which
//     anything was written stays (relocations, the breakpoints of a debugger);
//   - elsewhere than on Linux nothing is done.
package mapped
