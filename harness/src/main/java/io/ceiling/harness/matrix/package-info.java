/** Presets, lists and YAML files expanded into scenarios, and forecasts of them; pure but for reading the file, depends on model. */
@NullMarked
package io.ceiling.harness.matrix;

import org.jspecify.annotations.NullMarked;
