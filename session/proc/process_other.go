//go:build unix && !linux && !darwin

package proc

import "errors"

func all() []Process                  { return nil }
func usage() []Process                { return nil }
func find(int) (Process, bool)        { return Process{}, false }
func name(int) string                 { return "" }
func childrenOf(int) []Process        { return nil }
func dir(int) string                  { return "" }
func arguments(int) ([]string, error) { return nil, errors.ErrUnsupported }
func environ(int) ([]string, error)   { return nil, errors.ErrUnsupported }
func files(int) []string              { return nil }
func ports([]int) map[int][]int       { return nil }
func killBefore(int)                  {}
