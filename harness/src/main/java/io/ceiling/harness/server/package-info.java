/** Forks a server JVM, awaits its READY line, stops it, keeps its log; depends on model and on the container SPI. */
@NullMarked
package io.ceiling.harness.server;

import org.jspecify.annotations.NullMarked;
