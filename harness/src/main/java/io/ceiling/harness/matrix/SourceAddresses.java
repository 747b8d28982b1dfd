package io.ceiling.harness.matrix;

/** Calculates the number of local addresses from which the load agents open their connections. Pure functions. */
public final class SourceAddresses {

    // Far below the 28 232 ports that Linux has by default for one pair of addresses.
    private static final int CONNECTIONS_PER_ADDRESS = 10_000;

    /** Largest number of addresses, from 127.0.0.2 upwards. */
    public static final int MAX = 250;

    /** The name of the setting in a climb. */
    public static final String SETTING = "source-addresses";

    // Share of the ports that can be in use at once, since some are between two connections.
    private static final double USABLE_SHARE = 0.8;

    private SourceAddresses() {}

    /** Returns the number of addresses for that many connections in total, if each address has that many ports. */
    public static int of(int connections, long ports) {
        return (int) Math.min(MAX, 1 + Math.round(connections / (USABLE_SHARE * ports)));
    }

    /** Returns the number of addresses for that many connections in total. */
    public static int of(int connections) {
        return Math.min(MAX, 1 + connections / CONNECTIONS_PER_ADDRESS);
    }
}
