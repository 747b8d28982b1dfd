package io.ceiling.harness.rows;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** A component of a record that is a column of a file; its unit is that of the column's name. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface Figure {

    /** Returns what the figure means, for results/columns.csv. */
    String value();

    /** Returns the name of the column; if it is empty, the component's name in snake case, with {@code ns} for nanos. */
    String column() default "";

    /** Marks a component, or a nested record, whose columns were added later: files have them after earlier columns. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface LaterColumns {

        /** Returns the number of the group of columns; the first columns are group 0. */
        int value();
    }

    /** Marks a component that cannot be added: it is not seen in the sum of two readings. */
    @Retention(RetentionPolicy.RUNTIME)
    @Target(ElementType.RECORD_COMPONENT)
    @interface NotSummed {}
}
