/**
 * The servlet containers that the harness can start: one file each, listed in {@link io.ceiling.harness.container.Containers}. They say what no
 * server tells of itself: where its build lies, which connectors it has, what a connection costs it. No I/O.
 */
@NullMarked
package io.ceiling.harness.container;

import org.jspecify.annotations.NullMarked;
