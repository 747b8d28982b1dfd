package io.ceiling.harness.matrix;

import io.ceiling.harness.scenario.Jdk;
import java.util.function.Function;

/**
 * The facts about this host that the expansion of a matrix needs.
 *
 * @param jdks returns the JDK of a feature number, a folder, or {@link Dimension#NEWEST}; throws
 *     IllegalArgumentException with a message of one line if there is none
 * @param nofileHard hard limit of open descriptors of a child process
 * @param atmosphere versions of Atmosphere in the build
 */
public record MatrixHost(Function<String, Jdk> jdks, int nofileHard, AtmosphereVersions atmosphere) {}
