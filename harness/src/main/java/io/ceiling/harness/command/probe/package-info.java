/** The ceiling of a server or application that is not ours: command, session and checks. */
@NullMarked
package io.ceiling.harness.command.probe;

import org.jspecify.annotations.NullMarked;
