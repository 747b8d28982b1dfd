/**
 * Records about the load beyond a ceiling: what single requests took, what levels of load came to, and where threads
 * stood then. Depends on the statistics of the model alone.
 */
@NullMarked
package io.ceiling.harness.model.law;

import org.jspecify.annotations.NullMarked;
