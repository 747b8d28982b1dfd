/**
 * The workloads of the WAR, its gauges and its access rule; depends on the servlet and WebSocket APIs and jackson-core,
 * and on no other module.
 */
@NullMarked
package io.ceiling.webapp;

import org.jspecify.annotations.NullMarked;
