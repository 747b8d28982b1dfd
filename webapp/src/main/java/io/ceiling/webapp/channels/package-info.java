/**
 * Publish and subscribe by Atmosphere over WebSocket, SSE and long polling; depends on the gauges, settings
 * and JSON of {@code io.ceiling.webapp}. Compiled against Atmosphere 3.1 and run unchanged on 4.
 */
@NullMarked
package io.ceiling.webapp.channels;

import org.jspecify.annotations.NullMarked;
