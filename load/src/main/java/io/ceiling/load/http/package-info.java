/**
 * The client side of HTTP/1.1: requests, incremental checks of responses, connections that send one request or many.
 */
@NullMarked
package io.ceiling.load.http;

import org.jspecify.annotations.NullMarked;
