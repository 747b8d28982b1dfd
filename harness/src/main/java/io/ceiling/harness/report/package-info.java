/** The folder of a run and what is told of it; {@code csv}, {@code console}, {@code html} and {@code compare} are its rooms. It depends on the model and the kinds alone. */
@NullMarked
package io.ceiling.harness.report;

import org.jspecify.annotations.NullMarked;
