/** The section of the report with the results of micro-benchmarks (docs/jmh.md). An extension. */
@NullMarked
package io.ceiling.benchmarks;

import org.jspecify.annotations.NullMarked;
