package io.ceiling.harness.cli;

import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Declares that an option excludes some others or the URL, for one reason; {@link OptionRules} checks it. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.FIELD)
@Repeatable(Excludes.All.class)
public @interface Excludes {

    /** Returns the names of the other options, or {@link Needs#URL}. */
    String[] value();

    String why() default "";

    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.FIELD)
    @interface All {
        Excludes[] value();
    }
}
