package io.ceiling.webapp;

import jakarta.servlet.ServletContext;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Settings of the WAR: a system property wins over the context parameter of the same name. Thread-safe. */
public final class Settings {

    private final Source properties;
    private final Source parameters;

    /** Looks a name up; null where it is not set. */
    interface Source {
        @Nullable
        String find(String name);
    }

    Settings(Source properties, Source parameters) {
        this.properties = properties;
        this.parameters = parameters;
    }

    static Settings of(ServletContext context) {
        return new Settings(System::getProperty, context::getInitParameter);
    }

    /** The value without surrounding blanks; empty if it is not set. */
    public String text(String name) {
        String value = properties.find(name);
        if (value == null) {
            value = parameters.find(name);
        }
        return value == null ? "" : value.trim();
    }

    /**
     * A whole number within a range.
     *
     * @throws IllegalStateException if it is none, or not set
     */
    public int number(String name, int least, int most) {
        String value = text(name);
        UnaryOperator<String> complaint =
                problem -> "%s must be a whole number %d..%d, %s".formatted(name, least, most, problem);
        if (value.isEmpty()) {
            throw new IllegalStateException(complaint.apply("is not set; see WEB-INF/web.xml"));
        }
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Without its cause, which says less, and of which a log may show nothing else.
            throw new IllegalStateException(complaint.apply("was '" + value + "'"));
        }
        throw new IllegalStateException(complaint.apply("was " + value));
    }
}
