/**
 * The expansion of presets, lists and YAML files into scenarios, and forecasts for them. Pure functions except for
 * reading the file. This package depends on model, container and workload.
 */
@NullMarked
package io.ceiling.harness.matrix;

import org.jspecify.annotations.NullMarked;
