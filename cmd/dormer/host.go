package main

// A process that is to be a host never gets to main: see the package.
import _ "dormer/cmd/dormer/early"
