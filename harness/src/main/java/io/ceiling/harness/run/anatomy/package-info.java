/** The command {@code ceiling anatomy}: reads a server at several numbers of connections, and changes settings. */
@NullMarked
package io.ceiling.harness.run.anatomy;

import org.jspecify.annotations.NullMarked;
