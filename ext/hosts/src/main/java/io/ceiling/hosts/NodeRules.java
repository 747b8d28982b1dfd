package io.ceiling.hosts;

import io.ceiling.harness.scenario.BootJar;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.UserApplication;
import io.ceiling.harness.server.ServerPlace;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The rules by which a node accepts or refuses an order. The harness chooses scenarios and loads; the node decides
 * where servers listen, what they run and how many processes there are. Pure functions.
 *
 * @param address IP address of its host on which its servers listen
 * @param takesServers true if servers may run here
 * @param applications folder whose files may run as servers; empty if no file may
 * @param mostProcesses number of load agents, and of servers, that may run at a time
 */
record NodeRules(String address, boolean takesServers, Optional<Path> applications, int mostProcesses) {

    private static final String LOOPBACK = "loopback";

    /**
     * Returns a line that says why an order is refused; empty if it is not.
     *
     * @param servers number of other servers that run or are being started, for an order to start one
     */
    Optional<String> refusal(NodeCall<?> order, int servers) {
        if (order instanceof NodeCall.ForkAgents fork) {
            return ofProcesses("load agents", fork.agents().count());
        }
        if (order instanceof NodeCall.StartServer start) {
            return takesServers
                    ? ofProcesses("servers", servers + 1)
                            .or(() -> ofPlace(start.place()))
                            .or(() -> ofApplication(start.scenario()))
                    : Optional.of("this node takes no servers. Hint: start it with --servers");
        }
        return Optional.empty();
    }

    private Optional<String> ofProcesses(String kind, int count) {
        return count > mostProcesses
                ? Optional.of(
                        "%s of this node must be 1 to %d, were to be %d. Hint: start the node with --most-processes"
                                .formatted(kind, mostProcesses, count))
                : Optional.empty();
    }

    private Optional<String> ofPlace(ServerPlace place) {
        if (!place.bindAddress().equals(address)) {
            return Optional.of(
                    "servers of this node must listen on %s, were to listen on %s. Hint: start the node with --address"
                            .formatted(address, place.bindAddress()));
        }
        if (place.port() != 0
                || place.cgroupFile().isPresent()
                || !place.nextInstance().isEmpty()) {
            return Optional.of(
                    "port, control group and neighbours of its servers are the node's own, were to be port %d, group '%s', next server '%s'"
                            .formatted(
                                    place.port(),
                                    place.cgroupFile().map(Path::toString).orElse(""),
                                    place.nextInstance()));
        }
        return Arrays.stream(place.allowedNetworks().split(","))
                .filter(client -> !client.isEmpty() && !client.equals(LOOPBACK) && !isOneAddress(client))
                .findFirst()
                .map("clients of its servers must be IP addresses, none a network, were to be '%s'"::formatted);
    }

    private static boolean isOneAddress(String client) {
        try {
            return client.indexOf('/') < 0 && Network.parse(client).contains(client);
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private Optional<String> ofApplication(Scenario scenario) {
        return scenario.application().stream()
                .flatMap(NodeRules::files)
                .filter(file -> applications
                        .filter(folder -> file.toAbsolutePath().normalize().startsWith(folder))
                        .isEmpty())
                .findFirst()
                .map(file ->
                        "servers of this node must run %s, were to run %s. Hint: start the node with --applications"
                                .formatted(
                                        applications
                                                .map(folder -> "files of " + folder)
                                                .orElse("no file of others"),
                                        file));
    }

    private static Stream<Path> files(UserApplication application) {
        return Stream.concat(application.war().stream(), application.jar().map(BootJar::file).stream());
    }
}
