/**
 * Settings as the files in which a server, an operating system or a cluster takes them. Pure functions of the model.
 */
@NullMarked
package io.ceiling.harness.report.sizing;

import org.jspecify.annotations.NullMarked;
