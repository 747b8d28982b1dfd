/** Finds the proxy before an application, with its limits and counters. An extension. */
@NullMarked
package io.ceiling.proxy;

import org.jspecify.annotations.NullMarked;
