/** What was read of server, host and load agents. Records. */
@NullMarked
package io.ceiling.harness.reading;

import org.jspecify.annotations.NullMarked;
