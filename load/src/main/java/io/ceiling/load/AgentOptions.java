package io.ceiling.load;

import io.ceiling.load.socket.Transport;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;

/**
 * The command line of an agent.
 *
 * @param bind local address of the agent's cluster transport
 * @param port its port; 0 lets the kernel choose
 * @param harness the harness' cluster transport
 * @param loops event loops; each takes a processor when saturated
 */
record AgentOptions(
        String cluster,
        String bind,
        int port,
        InetSocketAddress harness,
        boolean exitOnStdinEof,
        int loops,
        Transport transport) {

    private static final String USAGE =
            "expected --cluster=<name> --bind=<address> [--port=<port>] --harness=<host:port>"
                    + " [--exit-on-stdin-eof] [--loops=<n>] [--transport=epoll|nio]";

    /** @throws IllegalArgumentException with one line that names what is wrong */
    static AgentOptions parse(List<String> arguments) {
        String cluster = "";
        String bind = "127.0.0.1";
        int port = 0;
        String harness = "";
        boolean exitOnStdinEof = false;
        // Half of the processors: on a machine of its own the kernel needs the others, on one it shares the server
        // does.
        int loops = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        Transport transport = Transport.best();
        for (String argument : arguments) {
            int equals = argument.indexOf('=');
            String name = equals < 0 ? argument : argument.substring(0, equals);
            String value = equals < 0 ? "" : argument.substring(equals + 1);
            switch (name) {
                case "--cluster" -> cluster = value;
                case "--bind" -> bind = value;
                case "--port" -> port = number(name, value, 0, 65_535);
                case "--harness" -> harness = value;
                case "--exit-on-stdin-eof" -> exitOnStdinEof = true;
                case "--loops" -> loops = number(name, value, 1, 256);
                case "--transport" -> transport = transport(value);
                default -> throw new IllegalArgumentException("unknown option %s; %s".formatted(argument, USAGE));
            }
        }
        if (cluster.isEmpty() || harness.isEmpty()) {
            throw new IllegalArgumentException("--cluster and --harness are missing or empty; " + USAGE);
        }
        return new AgentOptions(cluster, bind, port, HostPort.parse(harness), exitOnStdinEof, loops, transport);
    }

    private static int number(String name, String value, int least, int most) {
        try {
            int number = Integer.parseInt(value);
            if (number >= least && number <= most) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Said below, as for a number out of range.
        }
        throw new IllegalArgumentException("%s must be %d..%d, was '%s'".formatted(name, least, most, value));
    }

    private static Transport transport(String value) {
        try {
            return Transport.valueOf(value.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("--transport must be epoll or nio, was '%s'".formatted(value), e);
        }
    }
}
