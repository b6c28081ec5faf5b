// Package check says what is wrong in a configuration that could be read: keys, commands and
// themes that do not exist ([Problems]), and what may not be what was meant ([Warnings]).
//
// What is wrong in the file itself says [dormer/ui/config]. The package does no input or
// output and does not know what a program does about mistakes.
package check
