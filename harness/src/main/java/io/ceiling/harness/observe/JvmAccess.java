package io.ceiling.harness.observe;

import io.ceiling.harness.observe.jmx.JmxProbe;
import io.ceiling.harness.os.ProcessReader;
import java.util.Optional;

/**
 * The ways to a server on this host, for readings that its ramp does not make.
 *
 * @param process reads its process
 * @param jmx reads its JVM; empty if it has none, or may not be asked
 * @param whyNoJmx why its JVM is not asked
 */
public record JvmAccess(ProcessReader process, Optional<JmxProbe> jmx, String whyNoJmx) {}
