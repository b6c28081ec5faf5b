// Package checkpoint keeps the last screen of a session in its directory, for the
// time when its host is gone: after a crash or when the machine was switched off.
//
// A checkpoint is a full [dormer/session/wire.Frame] and the last lines above the
// screen, as a viewer would get them, and the time. It knows no process. A file that
// is damaged is an error and never a wrong screen: it carries a checksum. One is the
// old or the new, whole, whenever its writer was killed.
package checkpoint
