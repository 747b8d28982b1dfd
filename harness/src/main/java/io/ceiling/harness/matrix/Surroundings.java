package io.ceiling.harness.matrix;

import io.ceiling.harness.model.Jdk;
import java.util.function.Function;

/**
 * What the expansion of a matrix needs to know about this host.
 *
 * @param jdks the JDK of a feature number, a folder, or {@link Dimension#NEWEST}; throws IllegalArgumentException with one
 *     line if there is none
 * @param nofileHard hard limit of open descriptors that a child process can get
 */
public record Surroundings(Function<String, Jdk> jdks, int nofileHard, AtmosphereVersions atmosphere) {}
