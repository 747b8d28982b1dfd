/**
 * Decides how many requests a server serves at once, from its completions beyond its ceiling, and which threads serve
 * them. Knows no platform. Pure functions of records: no I/O, no clock.
 */
@NullMarked
package io.ceiling.harness.verdict.law;

import org.jspecify.annotations.NullMarked;
