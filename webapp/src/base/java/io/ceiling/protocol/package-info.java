/**
 * What the web application and the references in a JVM have in common: counters in a file, checked parameters, and the
 * messages of channels with their publisher. Module references/protocol compiles these sources too.
 */
@NullMarked
package io.ceiling.protocol;

import org.jspecify.annotations.NullMarked;
