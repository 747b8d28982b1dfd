/**
 * The live page of a web application: its files, its stream of readings and the settings of the server around it.
 *
 * <p>It knows no class of the application, which finds {@link io.ceiling.livepage.LivePage} by {@code ServiceLoader} and
 * publishes what the page may read as attributes of the context, in types of the JDK ({@link Sampler}).
 */
@NullMarked
package io.ceiling.livepage;

import org.jspecify.annotations.NullMarked;
