/**
 * What moved between two runs beyond their noise, and whether a run shows what was expected of it: pure decisions about rows of
 * ceilings.csv, and their texts.
 */
@NullMarked
package io.ceiling.harness.report.compare;

import org.jspecify.annotations.NullMarked;
