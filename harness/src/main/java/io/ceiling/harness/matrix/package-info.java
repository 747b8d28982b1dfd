/**
 * The settings of a scenario, each declared once, and the expansion of presets, lists and YAML files into scenarios.
 * Pure functions except for reading the file.
 */
@NullMarked
package io.ceiling.harness.matrix;

import org.jspecify.annotations.NullMarked;
