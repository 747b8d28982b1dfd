/** The command {@code ceiling rooms}: members who send messages to each other in rooms. */
@NullMarked
package io.ceiling.harness.run.rooms;

import org.jspecify.annotations.NullMarked;
