/** What was found: steps, evidence, verdicts and costs. Records. */
@NullMarked
package io.ceiling.harness.result;

import org.jspecify.annotations.NullMarked;
