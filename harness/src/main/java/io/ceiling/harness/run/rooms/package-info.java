/** Users who speak to each other in rooms: {@code ceiling rooms}. */
@NullMarked
package io.ceiling.harness.run.rooms;

import org.jspecify.annotations.NullMarked;
