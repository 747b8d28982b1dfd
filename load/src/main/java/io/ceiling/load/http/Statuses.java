package io.ceiling.load.http;

import java.util.BitSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Statuses of an answer that count as right. Immutable. */
public final class Statuses {

    /** Every status from 200 to 299. */
    public static final String SUCCESS = "2xx";

    private static final Pattern RANGE = Pattern.compile("([2-5])xx|([2-5]\\d\\d)(?:-([2-5]\\d\\d))?|(101)");
    private static final int HUNDRED = 100;

    static final Statuses OK = of("200");
    static final Statuses ANY_SUCCESS = of(SUCCESS);

    private final String description;
    private final BitSet accepted;

    private Statuses(String description, BitSet accepted) {
        this.description = description;
        this.accepted = accepted;
    }

    /**
     * Returns the statuses of a list.
     *
     * @param list statuses from 200 to 599, ranges and classes, separated by commas, such as
     *     {@code 200,409,300-399,4xx}; or 101
     * @throws IllegalArgumentException if it is none
     */
    public static Statuses of(String list) {
        BitSet accepted = new BitSet();
        for (String part : list.split(",", -1)) {
            Matcher matcher = RANGE.matcher(part);
            if (!matcher.matches()) {
                throw new IllegalArgumentException("'%s' is no status".formatted(part));
            }
            if (matcher.group(1) != null) {
                int first = Integer.parseInt(matcher.group(1)) * HUNDRED;
                accepted.set(first, first + HUNDRED);
            } else {
                int first = Integer.parseInt(matcher.group(2) == null ? matcher.group(4) : matcher.group(2));
                int last = matcher.group(3) == null ? first : Integer.parseInt(matcher.group(3));
                if (last < first) {
                    throw new IllegalArgumentException("'%s' is no range".formatted(part));
                }
                accepted.set(first, last + 1);
            }
        }
        return new Statuses(list, accepted);
    }

    public Statuses withRedirects() {
        BitSet more = (BitSet) accepted.clone();
        for (int status = 300; status < 400; status++) {
            more.set(status, more.get(status) || ResponseHead.isRedirect(status));
        }
        return new Statuses(description + " or a redirect", more);
    }

    public boolean has(int status) {
        return accepted.get(status);
    }

    /** Returns the list, for messages. */
    @Override
    public String toString() {
        return description;
    }
}
