/** Tells which limits this host has, and how many connections they allow. */
@NullMarked
package io.ceiling.harness.command.doctor;

import org.jspecify.annotations.NullMarked;
