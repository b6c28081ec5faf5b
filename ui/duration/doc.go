// Package duration formats times and durations as people say them: "45s", "3m 5s", "just now", " at
// 15:04:05". It is pure: the caller passes the current time.
package duration
