/** Tests of the web application: what it answers in each container, in servers that others distribute, and to bad inputs. */
@NullMarked
package io.ceiling.it.webapp;

import org.jspecify.annotations.NullMarked;
