/**
 * The report of an agent: counts that can be added, histograms, and the state of its process; pure records, which
 * depend on HdrHistogram alone.
 */
@NullMarked
package io.ceiling.load.report;

import org.jspecify.annotations.NullMarked;
