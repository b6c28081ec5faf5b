// Package duration writes times and how long something took as people say them: "45s",
// "3m 5s", "just now", " at 15:04:05". It is pure: what time it is, it is told.
package duration
