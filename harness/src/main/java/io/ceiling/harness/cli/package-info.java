/**
 * The command line: turns options into requests, and errors into one line and an exit code. This package depends on the
 * other packages of the harness.
 */
@NullMarked
package io.ceiling.harness.cli;

import org.jspecify.annotations.NullMarked;
