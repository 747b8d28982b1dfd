/** What an agent reports: counts that add up, histograms, and the state of its process; pure records, which depend on HdrHistogram alone. */
@NullMarked
package io.ceiling.load.report;

import org.jspecify.annotations.NullMarked;
