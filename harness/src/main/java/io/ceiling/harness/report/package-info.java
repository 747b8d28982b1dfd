/** What a run leaves: its folder, CSV files, environment.json, histograms, table and progress; depends on model alone. */
@NullMarked
package io.ceiling.harness.report;

import org.jspecify.annotations.NullMarked;
