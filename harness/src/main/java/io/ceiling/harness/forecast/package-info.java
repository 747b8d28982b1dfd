/** How many connections a host is going to hold, from recorded costs. */
@NullMarked
package io.ceiling.harness.forecast;

import org.jspecify.annotations.NullMarked;
