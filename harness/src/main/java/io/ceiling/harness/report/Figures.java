package io.ceiling.harness.report;

import java.util.Locale;
import java.util.OptionalDouble;

/** Numbers as a person reads them; the same in every locale. */
final class Figures {

    private Figures() {}

    /** {@code 4 040}: a space between thousands. */
    static String count(long value) {
        return String.format(Locale.ROOT, "%,d", value).replace(',', ' ');
    }

    /** {@code 70.9 ± 0.3 KiB}; a dash if it is not known. */
    static String bytes(OptionalDouble value, OptionalDouble standardError) {
        if (value.isEmpty()) {
            return "-";
        }
        boolean kibibytes = Math.abs(value.getAsDouble()) >= 1024;
        double unit = kibibytes ? 1024 : 1;
        String pattern = kibibytes ? "%.1f" : "%.0f";
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, pattern, value.getAsDouble() / unit));
        if (standardError.isPresent()) {
            text.append(" ± ").append(String.format(Locale.ROOT, pattern, standardError.getAsDouble() / unit));
        }
        return text.append(kibibytes ? " KiB" : " B").toString();
    }

    static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.1f", seconds);
    }
}
