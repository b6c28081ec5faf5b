package alias

// Words is the table of phrases, for the test that knows the commands.
var Words = words
