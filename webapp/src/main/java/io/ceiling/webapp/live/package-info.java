/**
 * The live page: its files, its stream of readings and the settings of the server around it; depends on the gauges and
 * settings of {@code io.ceiling.webapp} and on what {@code channels} tells of its connections.
 */
@NullMarked
package io.ceiling.webapp.live;

import org.jspecify.annotations.NullMarked;
