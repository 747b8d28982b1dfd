package io.ceiling.harness.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares that an option requires one of some others, as far as its command has them; {@link Rules} checks it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Needs {

    /** Returns the names of the other options. */
    String[] value();

    /** Returns the words after their names in the message. */
    String words() default "";

    /** Returns what to do in place of it, with {@code %s} for the option. */
    String hint() default "";
}
