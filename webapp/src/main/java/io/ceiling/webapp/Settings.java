package io.ceiling.webapp;

import jakarta.servlet.ServletContext;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Settings of the WAR: a system property overrides the context parameter of the same name. Thread-safe. */
public final class Settings {

    private final Lookup properties;
    private final Lookup parameters;

    /** Looks up a value by its name; null if it is not set. */
    public interface Lookup {
        @Nullable
        String find(String name);
    }

    public Settings(Lookup properties, Lookup parameters) {
        this.properties = properties;
        this.parameters = parameters;
    }

    static Settings of(ServletContext context) {
        return new Settings(System::getProperty, context::getInitParameter);
    }

    /** Returns the value without surrounding blanks; empty if it is not set. */
    public String text(String name) {
        String value = properties.find(name);
        if (value == null) {
            value = parameters.find(name);
        }
        return value == null ? "" : value.trim();
    }

    /**
     * Returns a whole number within a range.
     *
     * @throws IllegalStateException if the value is not set, or no number from {@code least} to {@code most}
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
            // No cause is attached: it says less, and some logs show only the cause.
            throw new IllegalStateException(complaint.apply("was '" + value + "'"));
        }
        throw new IllegalStateException(complaint.apply("was " + value));
    }
}
