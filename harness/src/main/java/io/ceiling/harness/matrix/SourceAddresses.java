package io.ceiling.harness.matrix;

/** How many local addresses the load agents open their connections from; a pure function. */
public final class SourceAddresses {

    /** Far below the 28 232 ports that Linux gives one pair of addresses by default. */
    private static final int CONNECTIONS_PER_ADDRESS = 10_000;

    /** 127.0.0.2 and upwards. */
    public static final int MOST = 250;

    /** The name of the setting in a climb. */
    static final String SETTING = "source-addresses";

    /** Of the ports, some are always on their way from one connection to the next. */
    private static final double USABLE_SHARE = 0.8;

    private SourceAddresses() {}

    /** For so many connections in all, where one address has so few ports. */
    static int of(int connections, long ports) {
        return (int) Math.min(MOST, 1 + Math.round(connections / (USABLE_SHARE * ports)));
    }

    /** For so many connections in all. */
    public static int of(int connections) {
        return Math.min(MOST, 1 + connections / CONNECTIONS_PER_ADDRESS);
    }
}
