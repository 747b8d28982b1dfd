/**
 * The folder of a run and its other output. The packages {@code csv}, {@code console}, {@code html} and {@code compare}
 * belong to it. It depends only on model, container and workload.
 */
@NullMarked
package io.ceiling.harness.report;

import org.jspecify.annotations.NullMarked;
