package io.ceiling.load;

import io.ceiling.load.socket.Transport;
import java.util.List;
import java.util.Locale;

/**
 * The command line of an agent.
 *
 * @param loops event loops; each takes a processor when saturated
 */
record AgentOptions(int loops, Transport transport) {

    private static final String USAGE = "expected [--loops=<n>] [--transport=epoll|nio]";
    private static final int MOST_LOOPS = 256;

    /** @throws IllegalArgumentException with one line that names what is wrong */
    static AgentOptions parse(List<String> arguments) {
        // Half of the processors: on a machine of its own the kernel needs the others, on one it shares the server
        // does.
        int loops = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        Transport transport = Transport.best();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            String value = equals < 0 ? "" : argument.substring(equals + 1);
            switch (name) {
                case "--loops" -> loops = loops(value);
                case "--transport" -> transport = transport(value);
                default -> throw new IllegalArgumentException("unknown option %s; %s".formatted(argument, USAGE));
            }
        }
        return new AgentOptions(loops, transport);
    }

    private static int loops(String value) {
        try {
            int loops = Integer.parseInt(value);
            if (loops >= 1 && loops <= MOST_LOOPS) {
                return loops;
            }
        } catch (NumberFormatException e) {
            // Said below, as for a number out of range.
        }
        throw new IllegalArgumentException("--loops must be 1..%d, was '%s'".formatted(MOST_LOOPS, value));
    }

    private static Transport transport(String value) {
        try {
            return Transport.valueOf(value.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--transport must be epoll or nio, was '%s'".formatted(value), e);
        }
    }
}
