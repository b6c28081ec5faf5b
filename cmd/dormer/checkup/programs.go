package checkup

// Programs checks the sockets of running dormers, and lists those of programs that are
// gone.
func Programs(stale []string, err error) Section {
	s := Section{Title: "running dormers"}
	if err != nil {
		s.Findings = append(s.Findings, failed(err, "make the directory of sockets readable"))
	}
	for _, name := range stale {
		s.Findings = append(s.Findings, problem("dormer gc removes it", "the socket %s belongs to a dormer that is gone", name))
	}
	if len(s.Findings) == 0 {
		s.Findings = append(s.Findings, fine("no socket belongs to one that is gone"))
	}
	return s
}
