/** What all statistics of this project are made of: means, their scatter, and Student's distribution. Depends on the JDK alone. */
@NullMarked
package io.ceiling.harness.model.stats;

import org.jspecify.annotations.NullMarked;
