/**
 * nginx with the module nchan as a reference: a program of this project starts it, publishes to it and counts its
 * answers.
 */
@NullMarked
package io.ceiling.reference.nginx;

import org.jspecify.annotations.NullMarked;
