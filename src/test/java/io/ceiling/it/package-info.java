/**
 * End-to-end tests: they start the built processes and talk to them from outside; depend on the container SPI for the
 * settings and the READY line, and on no other module's classes.
 */
@NullMarked
package io.ceiling.it;

import org.jspecify.annotations.NullMarked;
