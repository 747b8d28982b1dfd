/**
 * The protocol of the web application as far as a server speaks it that is no servlet container: answers, channels, publisher and
 * counters, without a socket. The servers around it do their input and output as their platform documents it.
 */
@NullMarked
package io.ceiling.reference;

import org.jspecify.annotations.NullMarked;
