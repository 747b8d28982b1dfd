/** Runs whose servers and load agents are on several hosts, which are network namespaces of this one. */
@NullMarked
package io.ceiling.it.hosts;

import org.jspecify.annotations.NullMarked;
