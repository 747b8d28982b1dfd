/**
 * Reads what the operating system, the JVM and the container tell about a running server; judges nothing, depends on model
 * and on the container SPI.
 */
@NullMarked
package io.ceiling.harness.probe;

import org.jspecify.annotations.NullMarked;
