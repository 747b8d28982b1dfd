/** Reads the server and the host: processes, counters, logs and kernel. It measures and does not judge. */
@NullMarked
package io.ceiling.harness.observe;

import org.jspecify.annotations.NullMarked;
