/**
 * Decides at how many connections each limit of a server will be met, from readings at a small part of them. Pure
 * functions of records: no I/O, no clock.
 */
@NullMarked
package io.ceiling.harness.verdict.prediction;

import org.jspecify.annotations.NullMarked;
