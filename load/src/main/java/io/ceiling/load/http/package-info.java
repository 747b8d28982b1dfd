/**
 * The client side of HTTP/1.1: requests, incremental checks of responses, and connections that stay open.
 */
@NullMarked
package io.ceiling.load.http;

import org.jspecify.annotations.NullMarked;
