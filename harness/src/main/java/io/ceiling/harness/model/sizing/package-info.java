/** Records of what connections cost and of the settings that hold a number of them. No I/O. */
@NullMarked
package io.ceiling.harness.model.sizing;

import org.jspecify.annotations.NullMarked;
