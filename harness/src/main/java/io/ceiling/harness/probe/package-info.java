/**
 * Readings of the operating system, the JVM and the container of a running server, without any judgement. This package
 * depends on model and on the SPI of the containers.
 */
@NullMarked
package io.ceiling.harness.probe;

import org.jspecify.annotations.NullMarked;
