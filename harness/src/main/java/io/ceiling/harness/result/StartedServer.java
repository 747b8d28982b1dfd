package io.ceiling.harness.result;

import io.ceiling.container.ContainerSettings;
import io.ceiling.container.RunningSettings;
import java.util.List;

/**
 * A server JVM that was started for a scenario.
 *
 * @param place host on which it runs
 * @param command command line of the process, including JVM options
 * @param running settings that the server reports
 * @param warmUp use of the server before anything counted
 * @param unreportedOptions options whose settings were asked for and that nothing reports, as of an application with few MBeans
 */
public record StartedServer(
        ServerHost place,
        List<String> command,
        RunningSettings running,
        WarmUp warmUp,
        List<String> unreportedOptions) {

    /**
     * The place of a server among hosts.
     *
     * @param host name of the host; empty for that of the harness
     * @param address IP address on which the server listens
     */
    public record ServerHost(String host, String address) {

        /** The loopback of the host of the harness. */
        public static final ServerHost HERE = new ServerHost("", ContainerSettings.LOOPBACK);
    }

    public StartedServer {
        command = List.copyOf(command);
        unreportedOptions = List.copyOf(unreportedOptions);
    }

    /** Creates a server on the host of the harness that was not used yet. */
    public StartedServer(List<String> command, RunningSettings running) {
        this(ServerHost.HERE, command, running, WarmUp.NONE, List.of());
    }

    /** Returns the same server at another place. */
    public StartedServer at(ServerHost other) {
        return new StartedServer(other, command, running, warmUp, unreportedOptions);
    }

    public StartedServer withWarmUp(WarmUp by) {
        return new StartedServer(place, command, running, by, unreportedOptions);
    }

    public StartedServer withUnreportedOptions(List<String> options) {
        return new StartedServer(place, command, running, warmUp, options);
    }
}
