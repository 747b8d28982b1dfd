/**
 * The records that all packages of the harness share: scenarios, steps, samples, verdicts. They do no I/O and depend on
 * no sibling.
 */
@NullMarked
package io.ceiling.harness.model;

import org.jspecify.annotations.NullMarked;
