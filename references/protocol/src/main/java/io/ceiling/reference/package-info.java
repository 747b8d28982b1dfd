/**
 * The protocol of the web application for servers that are no servlet containers: answers, channels, publisher and
 * counters, without a socket. Each server does its I/O as its platform documents it.
 */
@NullMarked
package io.ceiling.reference;

import org.jspecify.annotations.NullMarked;
