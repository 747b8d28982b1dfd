package io.ceiling.harness.report;

import java.util.Locale;
import java.util.OptionalDouble;

/** Numbers as a person reads them; the same in every locale. */
public final class Figures {

    /** A slope of fewer standard errors says nothing, not even its sign; the projection draws the same line. */
    private static final double LEAST_ERRORS = 2;

    private Figures() {}

    /** {@code 4 040}: a space between thousands. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value).replace(',', ' ');
    }

    /** {@code 70.9 ± 0.3 KiB}; {@code (± 187.2 KiB)} if it is lost in its own error; a dash if it is not known. */
    public static String bytes(OptionalDouble value, OptionalDouble standardError) {
        if (value.isEmpty()) {
            return "-";
        }
        double error = standardError.orElse(0);
        boolean kibibytes = Math.max(Math.abs(value.getAsDouble()), error) >= 1024;
        double unit = kibibytes ? 1024 : 1;
        String pattern = kibibytes ? "%.1f" : "%.0f";
        if (Math.abs(value.getAsDouble()) < LEAST_ERRORS * error) {
            return String.format(Locale.ROOT, "(± " + pattern + " %s)", error / unit, kibibytes ? "KiB" : "B");
        }
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, pattern, value.getAsDouble() / unit));
        if (standardError.isPresent()) {
            text.append(" ± ").append(String.format(Locale.ROOT, pattern, error / unit));
        }
        return text.append(kibibytes ? " KiB" : " B").toString();
    }

    /** With so many digits behind the point; up to there, a space between thousands. */
    public static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%,." + digits + "f", value).replace(',', ' ');
    }

    public static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.1f", seconds);
    }
}
