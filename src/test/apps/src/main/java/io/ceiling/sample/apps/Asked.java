package io.ceiling.sample.apps;

/** What the environment asks an application for. */
final class Asked {

    static final int PORT = Integer.parseInt(System.getenv("SERVER_PORT"));
    static final String KIND = System.getenv("LIMIT_KIND");
    static final int SIZE = Integer.parseInt(System.getenv("LIMIT_SIZE"));
    static final long MILLIS = Long.parseLong(System.getenv("LIMIT_MILLIS"));
    static final String HOST = "127.0.0.1";

    private Asked() {}

    /** Keeps the thread for the time of a request. */
    static String slept() {
        try {
            Thread.sleep(MILLIS);
            return "slept " + MILLIS;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
