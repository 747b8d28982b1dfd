/** Reads a JVM: JMX, attach commands, performance counters and dumps of threads. */
@NullMarked
package io.ceiling.harness.observe.jmx;

import org.jspecify.annotations.NullMarked;
