package io.ceiling.harness.matrix;

/** How many local addresses the load agents open their connections from; a pure function. */
public final class SourceAddresses {

    /** Far below the 28 232 ports that Linux gives one pair of addresses by default. */
    private static final int CONNECTIONS_PER_ADDRESS = 10_000;

    /** 127.0.0.2 and upwards. */
    private static final int MOST = 250;

    private SourceAddresses() {}

    /** For so many connections in all. */
    public static int of(int connections) {
        return Math.min(MOST, 1 + connections / CONNECTIONS_PER_ADDRESS);
    }
}
