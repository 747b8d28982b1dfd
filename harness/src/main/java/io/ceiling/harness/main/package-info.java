/** The program: all commands, parsing of the command line, and messages about mistakes. */
@NullMarked
package io.ceiling.harness.main;

import org.jspecify.annotations.NullMarked;
