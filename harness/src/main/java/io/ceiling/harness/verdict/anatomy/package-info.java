/**
 * Decides what a connection consists of, from readings at several numbers of connections. Pure functions of records: no
 * I/O, no clock.
 */
@NullMarked
package io.ceiling.harness.verdict.anatomy;

import org.jspecify.annotations.NullMarked;
