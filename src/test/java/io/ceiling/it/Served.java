package io.ceiling.it;

import java.io.IOException;

/** A server with the WAR at {@code /ceiling}, however it was started. */
interface Served {

    int port();

    /** A counter of the gauges file, by its slot. */
    long gauge(int slot) throws IOException;
}
