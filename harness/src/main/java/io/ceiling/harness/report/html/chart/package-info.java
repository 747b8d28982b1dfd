/** The charts of report.html as data. */
@NullMarked
package io.ceiling.harness.report.html.chart;

import org.jspecify.annotations.NullMarked;
