package io.ceiling.harness.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Declares that an option is given with one of some others only, as far as its command has them; {@link Rules} checks it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Needs {

    /** Returns the names of the other options. */
    String[] value();

    /** Returns what the message says of them behind their names. */
    String words() default "";

    /** Returns what to do in place of it, with {@code %s} for the option. */
    String hint() default "";
}
