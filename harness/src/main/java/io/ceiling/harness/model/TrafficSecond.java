package io.ceiling.harness.model;

/**
 * One second of a run of {@code ceiling traffic}.
 *
 * @param elapsedNanos since the server was ready
 * @param alive connections that are held
 * @param requests answered since the server was ready, the first one of each connection included
 * @param requestsPerSecond since the line before, as all rates
 * @param bytesReadPerSecond what load agents read from sockets, headers included
 * @param bytesWrittenPerSecond what they wrote
 * @param response from intended start, since the traffic began; none while connections are opened
 * @param lateSends requests sent more than 1 ms after their intended start, since the traffic began
 * @param failed connections, of all that were opened
 * @param serverCores processors that the server used
 * @param loaderCores processors that all load agents used, the probe's not counted
 * @param serverRssBytes -1 if not seen
 * @param serverHeapBytes used, garbage included; -1 if not seen
 */
public record TrafficSecond(
        Phase phase,
        long elapsedNanos,
        long alive,
        long requests,
        double requestsPerSecond,
        double bytesReadPerSecond,
        double bytesWrittenPerSecond,
        ResponseTimes response,
        long lateSends,
        long failed,
        double serverCores,
        double loaderCores,
        long serverRssBytes,
        long serverHeapBytes) {

    /** What goes on. */
    public enum Phase {
        OPENING,
        TRAFFIC,
        /** Traffic, and the probe beside it. */
        PROBE
    }

    /** What came from one sample to the next. */
    public static TrafficSecond between(Phase phase, long readyNanos, Sample before, Sample now) {
        double seconds = Math.max(1, now.elapsedNanos() - before.elapsedNanos()) / 1e9;
        LoadReading load = now.load();
        return new TrafficSecond(
                phase,
                now.elapsedNanos() - readyNanos,
                load.alive(),
                requests(load),
                (requests(load) - requests(before.load())) / seconds,
                (load.bytesRead() - before.load().bytesRead()) / seconds,
                (load.bytesWritten() - before.load().bytesWritten()) / seconds,
                load.response(),
                load.lateSends(),
                load.failed(),
                (now.server().cpuNanos() - before.server().cpuNanos()) / 1e9 / seconds,
                (load.cpuNanos() - before.load().cpuNanos()) / 1e9 / seconds,
                now.server().rssBytes(),
                now.server().heapUsedBytes());
    }

    private static long requests(LoadReading load) {
        return load.served() + load.exchangesAnswered();
    }
}
