package io.ceiling.harness.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that an option requires at least one of the named options or the URL, as far as its command has them;
 * {@link OptionRules} checks it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Needs {

    /** The positional parameter that names a running server. */
    String URL = "URL";

    /** Returns the names of the other options, or {@link #URL}. */
    String[] value();

    /** Returns the text that follows the names in the message. */
    String words() default "";

    /** Returns a hint, with {@code %s} for the option; not shown if the command accepts a URL. */
    String hint() default "";
}
