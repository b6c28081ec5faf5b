// Package private makes directories that belong to this user alone, and refuses
// those that somebody else could have prepared. It knows nothing of what is kept in
// them.
package private
