/**
 * Comparisons of two runs beyond their noise, and expectations of one run: pure decisions on the rows of ceilings.csv,
 * and their texts.
 */
@NullMarked
package io.ceiling.harness.report.compare;

import org.jspecify.annotations.NullMarked;
