package io.ceiling.load;

import io.ceiling.load.socket.Transport;
import java.util.List;
import java.util.Locale;

/**
 * The command-line options of an agent.
 *
 * @param loops number of event loops; each uses a whole processor when saturated
 * @param transport the way in which sockets are driven
 * @param pauseMillis shortest pause of the process that is always detected, in milliseconds
 */
record AgentOptions(int loops, Transport transport, int pauseMillis) {

    private static final String USAGE = "expected [--loops=<n>] [--transport=epoll|nio] [--pause-ms=<n>]";
    private static final int MAX_LOOPS = 256;
    private static final int MAX_PAUSE_MILLIS = 1000;

    /**
     * Parses the arguments; options that are absent get their defaults.
     *
     * @throws IllegalArgumentException with one line that names the wrong argument
     */
    static AgentOptions parse(List<String> arguments) {
        // Half of the processors: the other half is for the kernel, or for a server on the same host.
        int loops = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        Transport transport = Transport.best();
        int pauseMillis = 1;
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            String value = equals < 0 ? "" : argument.substring(equals + 1);
            switch (name) {
                case "--loops" -> loops = number(name, value, MAX_LOOPS);
                case "--pause-ms" -> pauseMillis = number(name, value, MAX_PAUSE_MILLIS);
                case "--transport" -> transport = transport(value);
                default -> throw new IllegalArgumentException("unknown option %s; %s".formatted(argument, USAGE));
            }
        }
        return new AgentOptions(loops, transport, pauseMillis);
    }

    private static int number(String name, String value, int max) {
        try {
            int number = Integer.parseInt(value);
            if (number >= 1 && number <= max) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Reported below, like a number out of range.
        }
        throw new IllegalArgumentException("%s must be 1..%d, was '%s'".formatted(name, max, value));
    }

    private static Transport transport(String value) {
        try {
            return Transport.valueOf(value.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--transport must be epoll or nio, was '%s'".formatted(value), e);
        }
    }
}
