/**
 * The servlet containers that the harness can start: one file each, listed in
 * {@link io.ceiling.harness.container.Containers}. They hold the facts that a server does not report: its build, its
 * connectors, the cost of a connection. No I/O.
 */
@NullMarked
package io.ceiling.harness.container;

import org.jspecify.annotations.NullMarked;
