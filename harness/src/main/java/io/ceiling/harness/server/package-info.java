/**
 * The processes of servers: forking a JVM, awaiting its READY line, keeping its log, stopping it. This package depends
 * on model and container, and on the SPI of the containers.
 */
@NullMarked
package io.ceiling.harness.server;

import org.jspecify.annotations.NullMarked;
