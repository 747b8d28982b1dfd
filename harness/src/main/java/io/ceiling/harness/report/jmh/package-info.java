/** The results of micro-benchmarks in report.html. */
@NullMarked
package io.ceiling.harness.report.jmh;

import org.jspecify.annotations.NullMarked;
