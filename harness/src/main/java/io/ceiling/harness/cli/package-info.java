/** The command line: options into requests, errors into one line and an exit code; depends on the other packages of the harness. */
@NullMarked
package io.ceiling.harness.cli;

import org.jspecify.annotations.NullMarked;
