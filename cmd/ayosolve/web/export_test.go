package web

// Searching returns the searches that run and those that wait.
func (s *Server) Searching() (busy, waiting int) {
	s.engines.mu.Lock()
	defer s.engines.mu.Unlock()
	return s.engines.busy, s.engines.waiting
}

// Solvers returns the solvers that are kept for searches to come, and the sets of tables
// that are open.
func (s *Server) Solvers() (idle, sets int) {
	s.engines.mu.Lock()
	defer s.engines.mu.Unlock()
	return len(s.engines.idle), len(s.engines.sets)
}
