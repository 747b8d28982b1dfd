/**
 * The live page: its files, its stream of readings and the settings of the server around it; depends on the gauges and
 * settings of {@code io.ceiling.webapp} and on the connection counts of {@code channels}.
 */
@NullMarked
package io.ceiling.webapp.live;

import org.jspecify.annotations.NullMarked;
