/** One event loop: opens connections, has them ask when they are due, expires and counts them, whatever workload they are of. */
@NullMarked
package io.ceiling.load.loop;

import org.jspecify.annotations.NullMarked;
