package io.ceiling.harness.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares that an option excludes some others; {@link Rules} checks it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Excludes {

    /** Returns the names of the other options. */
    String[] value();

    /** Returns the reason. */
    String why() default "";
}
