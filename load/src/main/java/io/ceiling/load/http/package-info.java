/** HTTP/1.1 as a client speaks it: requests, responses that are checked as they come, connections that ask again or stay open. */
@NullMarked
package io.ceiling.load.http;

import org.jspecify.annotations.NullMarked;
