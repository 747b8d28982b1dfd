package io.ceiling.harness.text;

import java.util.Locale;
import java.util.OptionalDouble;

/** Formats numbers for people, the same in every locale. Pure functions. */
public final class Figures {

    // Standard errors below which a slope is not significant, not even its sign; the projection uses the same bound.
    private static final double MIN_ERRORS = 2;

    /** A figure that could not be read. */
    public static final String UNKNOWN = "unknown";

    private Figures() {}

    /** Returns a count with a space between thousands, such as {@code 4 040}. */
    public static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value).replace(',', ' ');
    }

    /**
     * Returns a size with its error, such as {@code 70.9 ± 0.3 KiB}; {@code (± 187.2 KiB)} if it is less than twice its
     * error; a dash if it is not known.
     */
    public static String bytes(OptionalDouble value, OptionalDouble standardError) {
        if (value.isEmpty()) {
            return "-";
        }
        double error = standardError.orElse(0);
        boolean kibibytes = Math.max(Math.abs(value.getAsDouble()), error) >= 1024;
        double unit = kibibytes ? 1024 : 1;
        String pattern = kibibytes ? "%.1f" : "%.0f";
        if (Math.abs(value.getAsDouble()) < MIN_ERRORS * error) {
            return String.format(Locale.ROOT, "(± " + pattern + " %s)", error / unit, kibibytes ? "KiB" : "B");
        }
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, pattern, value.getAsDouble() / unit));
        if (standardError.isPresent()) {
            text.append(" ± ").append(String.format(Locale.ROOT, pattern, error / unit));
        }
        return text.append(kibibytes ? " KiB" : " B").toString();
    }

    /** Returns a size with its error as above, of which neither is known if it is not finite. */
    public static String bytes(double value, double standardError) {
        return bytes(known(value), known(standardError));
    }

    private static OptionalDouble known(double value) {
        return Double.isFinite(value) ? OptionalDouble.of(value) : OptionalDouble.empty();
    }

    /** Returns a number with that many decimal places and a space between thousands. */
    public static String number(double value, int digits) {
        return String.format(Locale.ROOT, "%,." + digits + "f", value).replace(',', ' ');
    }

    public static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.1f", seconds);
    }

    /** Returns a time in ns as seconds, such as {@code 1.5 s}. */
    public static String secondsOf(long nanos) {
        return seconds(nanos / 1e9) + " s";
    }

    /** Returns a size in whole MiB, such as {@code 512 MiB}; unknown if it is negative. */
    public static String mebibytes(long bytes) {
        return bytes < 0 ? UNKNOWN : "%d MiB".formatted(bytes >> 20);
    }

    /** Returns a share in whole per cent. */
    public static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", share * 100);
    }

    public static String percent(OptionalDouble share) {
        return share.isPresent() ? percent(share.getAsDouble()) : UNKNOWN;
    }

    /** Returns a number of processors, such as {@code 1.95}. */
    public static String cores(OptionalDouble cores) {
        return cores.isPresent() ? String.format(Locale.ROOT, "%.2f", cores.getAsDouble()) : UNKNOWN;
    }
}
