/** Means, their scatter, and Student's distribution: all statistics of this project are made of them. Depends on the JDK alone. */
@NullMarked
package io.ceiling.harness.model.stats;

import org.jspecify.annotations.NullMarked;
