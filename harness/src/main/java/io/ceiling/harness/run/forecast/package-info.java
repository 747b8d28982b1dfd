/** Costs of connections that earlier runs measured, for forecasts. */
@NullMarked
package io.ceiling.harness.run.forecast;

import org.jspecify.annotations.NullMarked;
