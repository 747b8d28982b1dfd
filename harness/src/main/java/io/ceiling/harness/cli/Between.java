package io.ceiling.harness.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The bounds of an option whose value is a whole number, or a time in milliseconds of at most one hour. {@link OptionRules}
 * gives the option its converter.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
public @interface Between {
    int min();

    int max() default Integer.MAX_VALUE;
}
