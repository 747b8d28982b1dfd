package io.ceiling.harness.report;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.ceiling.container.Limit;
import io.ceiling.container.RunningSettings;
import io.ceiling.harness.os.UserHome;
import io.ceiling.harness.reading.Environment;
import io.ceiling.harness.reading.HostLimits;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.report.csv.AtomicFiles;
import io.ceiling.harness.report.csv.Cell;
import io.ceiling.harness.report.csv.CsvFile;
import io.ceiling.harness.report.csv.Keys;
import io.ceiling.harness.report.csv.RunFolderException;
import io.ceiling.harness.report.csv.ScenarioColumns;
import io.ceiling.harness.result.Effort;
import io.ceiling.harness.result.ScenarioResult;
import io.ceiling.harness.result.StartedServer;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.harness.scenario.Phase;
import io.ceiling.harness.scenario.RampSettings;
import io.ceiling.harness.scenario.Scenario;
import io.ceiling.harness.scenario.Target;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The file environment.json: the machine, the ramp, and for each scenario the requested settings and those that the
 * server reports. It is always replaced as a whole, so that a reader never sees a partial file. Not thread-safe.
 */
final class EnvironmentJson {

    private static final ObjectMapper MAPPER = JsonMapper.builder()
            .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .enable(SerializationFeature.INDENT_OUTPUT)
            // By default Jackson would write a path as a URI.
            .addModule(new SimpleModule()
                    .addSerializer(Path.class, new ToStringSerializer())
                    .addSerializer(Limit.class, new LimitOfHost()))
            .addMixIn(Environment.class, FlatEnvironment.class)
            .addMixIn(HostLimits.class, FlatLimits.class)
            .build();

    /** A mix-in that writes the parts of an environment as fields of one object, the format of all runs so far. */
    // Jackson matches these methods by their names, which the compiler does not see.
    @SuppressWarnings("UnusedMethod")
    private interface FlatEnvironment {

        @JsonUnwrapped
        Environment.Machine machine();

        @JsonUnwrapped
        Environment.Software software();
    }

    @SuppressWarnings("UnusedMethod")
    private interface FlatLimits {

        @JsonUnwrapped
        HostLimits.Descriptors descriptors();

        @JsonUnwrapped
        HostLimits.Threads threads();

        @JsonUnwrapped
        HostLimits.Cgroup cgroup();

        @JsonUnwrapped
        HostLimits.Network network();
    }

    // Writes a limit of the host as a number, and one without a number as -1, the format of all runs so far.
    private static final class LimitOfHost extends JsonSerializer<Limit> {

        @Override
        public void serialize(Limit limit, JsonGenerator json, SerializerProvider serializers) throws IOException {
            json.writeNumber(limit.orElse(-1));
        }
    }

    private final Path file;
    private final ObjectNode root;

    private EnvironmentJson(Path file, ObjectNode root) {
        this.file = file;
        this.root = root;
    }

    static EnvironmentJson create(Path file, String run) {
        return new EnvironmentJson(file, MAPPER.createObjectNode().put("run", run));
    }

    /** Continues an earlier file, or creates a new one if there is none. */
    static EnvironmentJson resume(Path file, String run) {
        if (!Files.exists(file)) {
            return create(file, run);
        }
        if (read(file) instanceof ObjectNode node) {
            return new EnvironmentJson(file, node);
        }
        throw new RunFolderException("%s is not a JSON object".formatted(file));
    }

    /** Returns the arguments of an earlier run; empty if they were not written. */
    static List<String> commandLine(Path file) {
        List<String> arguments = new ArrayList<>();
        if (Files.exists(file)) {
            read(file).path("environment").path("command_line").forEach(argument -> arguments.add(argument.asText()));
        }
        return arguments;
    }

    /** Adds an environment. The first call describes the run, each later one the machine on which it was resumed. */
    void environment(Environment environment, RampSettings ramp) {
        JsonNode node = MAPPER.valueToTree(environment);
        if (root.has("environment")) {
            ArrayNode resumed = root.get("resumed") instanceof ArrayNode earlier ? earlier : root.putArray("resumed");
            resumed.add(node);
        } else {
            root.set("environment", node);
        }
        ObjectNode settings = root.putObject("ramp");
        settings.put("start_connections", ramp.levels().startConnections());
        settings.put("growth", ramp.levels().growth());
        settings.put("tolerance", ramp.levels().tolerance());
        settings.put("hold_ns", ramp.hold().toNanos());
        settings.put("slo_ns", ramp.slo().toNanos());
        settings.put("slo_given", ramp.times().sloGiven());
        settings.put("opens_per_second", ramp.rates().opensPerSecond());
        settings.put("exchanges_per_second", ramp.rates().exchangesPerSecond());
        settings.put("stall_timeout_ns", ramp.stallTimeout().toNanos());
        settings.put("null_time_ns", ramp.nullTime().toNanos());
        settings.put("memory_floor_bytes", ramp.memoryFloorBytes());
        settings.put("source_addresses", ramp.sourceAddresses().orElse(0));
        settings.put("publish_per_s", ramp.publishing().perSecond());
        settings.put("publish_ms", ramp.publishing().time().toMillis());
        settings.put("message_bytes", ramp.publishing().messageBytes());
        settings.put("identifiers", ramp.publishing().identifiers());
        settings.put("message_p99_ms", ramp.publishing().p99().toMillis());
        settings.put("slow_every", ramp.publishing().slowEvery());
        write();
    }

    /** Adds the number of scenarios of the run. */
    void planned(int scenarios) {
        root.put("planned_scenarios", scenarios);
        write();
    }

    /** Adds the environments of further hosts, by their names. */
    void hosts(Map<String, Environment> others) {
        if (!others.isEmpty()) {
            ObjectNode hosts = root.putObject("hosts");
            new TreeMap<>(others).forEach((name, environment) -> hosts.set(name, MAPPER.valueToTree(environment)));
            write();
        }
    }

    /** Adds the command line of load agents, which is the same for each. */
    void agents(List<String> command) {
        UserHome userHome = UserHome.current();
        root.set(
                "agent_command",
                MAPPER.valueToTree(command.stream().map(userHome::hide).toList()));
        write();
    }

    /** Adds the external servers. Headers are written without their values, which may be secrets. */
    void targets(List<Target> targets) {
        if (targets.size() == 1) {
            target(root.putObject("target"), targets.get(0));
        } else {
            ArrayNode nodes = root.putArray("targets");
            targets.forEach(target -> target(nodes.addObject(), target));
        }
        write();
    }

    private static void target(ObjectNode node, Target target) {
        node.put("url", target.endpoint().url());
        node.put("address", target.endpoint().address());
        node.put("on_this_host", target.onThisHost());
        node.put(
                "certificate_checked",
                target.endpoint().tls() && !target.endpoint().trustsAnyCertificate());
        ArrayNode headers = node.putArray("headers");
        target.endpoint().headers().forEach(header -> headers.add(header.substring(0, header.indexOf(':'))));
        if (target.pid().isPresent()) {
            node.put("pid", target.pid().getAsLong());
            node.put("processes", target.processes());
        } else {
            node.putNull("pid");
        }
        node.put("container", target.software().container());
        node.put("container_version", target.software().containerVersion());
        node.put("connector", target.software().connector());
        node.put("jdk", target.software().jdk());
        target.proxy().ifPresent(proxy -> {
            ObjectNode between = node.putObject("proxy");
            between.put("software", proxy.software());
            between.put("pid", proxy.pid());
            between.put("processes", proxy.workers());
            between.put("upstream", proxy.upstream());
            ArrayNode settings = between.putArray("settings");
            proxy.settings().forEach(settings::add);
        });
        ArrayNode blind = node.putArray("not_seen");
        target.blindSpots().forEach(blind::add);
    }

    /**
     * Adds a scenario and the effort of its measurement.
     *
     * @param servers the first server, or all servers of a ring; none if it never started
     */
    void scenario(ScenarioResult result, List<StartedServer> servers) {
        ObjectNode node = servers(result.scenario(), servers);
        if (result.scenario().work().inFlight().isPresent()) {
            slo(node.putObject("slo"), result);
        }
        if (!result.effort().equals(Effort.NONE)) {
            effort(node.putObject("effort"), result.effort());
        }
        write();
    }

    // Adds the requested SLO, or null, and the SLO of the steps, which may follow from single requests.
    private void slo(ObjectNode node, ScenarioResult result) {
        JsonNode ramp = root.path("ramp");
        node.set("asked_ns", ramp.path("slo_given").asBoolean() ? ramp.path("slo_ns") : node.nullNode());
        node.set(
                "used_ns",
                result.steps().stream()
                        .flatMap(step -> step.outcome().slo().stream())
                        .findFirst()
                        .<JsonNode>map(slo -> node.numberNode(slo.toNanos()))
                        .orElse(node.nullNode()));
    }

    /** Adds a scenario as soon as its servers run; {@link #scenario} replaces it. */
    void started(Scenario scenario, List<StartedServer> servers) {
        servers(scenario, servers);
        write();
    }

    private ObjectNode servers(Scenario scenario, List<StartedServer> servers) {
        ObjectNode scenarios =
                root.get("scenarios") instanceof ObjectNode earlier ? earlier : root.putObject("scenarios");
        ObjectNode node = scenarios.putObject(scenario.name());
        ObjectNode asked = node.putObject("asked");
        ScenarioColumns.row(scenario).asMap().forEach((name, cell) -> {
            if (!cell.isEmpty() && !name.equals(Keys.SCENARIO.column())) {
                asked.put(name, cell);
            }
        });
        UserHome userHome = UserHome.current();
        asked.put("jdk_home", userHome.hide(scenario.jdk().home().toString()));
        if (servers.isEmpty()) {
            node.putArray("server_command");
            node.putNull("used");
        } else {
            server(node, servers.get(0), userHome);
        }
        if (servers.size() > 1) {
            ArrayNode further = node.putArray("further_servers");
            servers.stream().skip(1).forEach(server -> server(further.addObject(), server, userHome));
        }
        return node;
    }

    private static void effort(ObjectNode node, Effort effort) {
        ObjectNode phases = node.putObject("phases_s");
        for (Phase phase : Phase.values()) {
            phases.put(phase.name().toLowerCase(Locale.ROOT), seconds(effort.nanos(phase)));
        }
        ObjectNode processors = node.putObject("cpu_s");
        processor(processors, "server", effort.serverCpuNanos());
        processor(processors, "agents", effort.agentsCpuNanos());
        processor(processors, "harness", effort.harnessCpuNanos());
        WarmUp warmUp = effort.warmUp();
        ObjectNode warm = node.putObject("warm_up");
        warm.put("servers", warmUp.servers());
        warm.put("connections", warmUp.connections());
        warm.put("seconds", seconds(warmUp.nanos()));
        warm.put("not_steady", warmUp.unsteadyServers());
        warm.put("why", warmUp.why());
    }

    // Adds a processor time in seconds; null if it was not seen.
    private static void processor(ObjectNode node, String name, Observation nanos) {
        if (nanos.isSeen()) {
            node.put(name, seconds(nanos.orElse(0)));
        } else {
            node.putNull(name);
        }
    }

    private static double seconds(long nanos) {
        return Math.round(nanos / 1e6) / 1e3;
    }

    private static void server(ObjectNode node, StartedServer server, UserHome userHome) {
        if (!server.place().host().isEmpty()) {
            node.put("host", server.place().host());
        }
        if (!server.place().equals(StartedServer.ServerHost.HERE)) {
            node.put("address", server.place().address());
        }
        node.set(
                "server_command",
                MAPPER.valueToTree(server.command().stream().map(userHome::hide).toList()));
        used(node.putObject("used"), server.running());
        if (!server.unreportedOptions().isEmpty()) {
            server.unreportedOptions().forEach(node.putArray("not_read_back")::add);
        }
    }

    private static void used(ObjectNode node, RunningSettings running) {
        node.put("pid", running.pid());
        node.put("port", running.port());
        node.put("context_path", running.contextPath());
        node.put("container", running.container().name());
        node.put("container_version", running.container().version());
        node.put("connector", running.container().connector().name());
        node.put("endpoint_class", running.container().endpointClass());
        node.put("thread_kind", running.container().threadKind().name());
        limit(node, "max_threads", running.sizes().maxThreads());
        limit(node, "max_connections", running.sizes().maxConnections());
        limit(node, "accept_count", running.sizes().acceptCount());
        limit(node, "idle_timeout_millis", running.sizes().idleTimeoutMillis());
        node.set("buffers", MAPPER.valueToTree(running.sizes().buffers()));
        node.put("tls_protocol", running.sizes().tls().protocol());
        node.put("tls_cipher_suite", running.sizes().tls().cipherSuite());
        node.put("tls_key", running.sizes().tls().key());
        node.put("deflate", running.sizes().deflate().label());
        limit(node, "header_cache_nodes", running.sizes().headerCacheNodes());
        node.put("jdk", running.jdk());
        node.put("next_instance", running.nextInstance());
    }

    // Adds a number, "unlimited", or null if it was not seen.
    private static void limit(ObjectNode node, String name, Limit limit) {
        if (limit.isNumber()) {
            node.put(name, limit.orElse(0));
        } else if (limit.isSeen()) {
            node.put(name, limit.toString());
        } else {
            node.putNull(name);
        }
    }

    private void write() {
        try {
            AtomicFiles.write(file, (MAPPER.writeValueAsString(root) + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be written: %s".formatted(file, CsvFile.reason(e)), e);
        }
    }

    static JsonNode read(Path file) {
        try {
            return MAPPER.readTree(file.toFile());
        } catch (JsonProcessingException e) {
            throw new RunFolderException(
                    "%s:%d:%d: not JSON: %s"
                            .formatted(
                                    file,
                                    e.getLocation() == null
                                            ? 1
                                            : e.getLocation().getLineNr(),
                                    e.getLocation() == null
                                            ? 1
                                            : e.getLocation().getColumnNr(),
                                    Cell.text(e.getOriginalMessage())),
                    e);
        } catch (IOException e) {
            throw new RunFolderException("%s cannot be read: %s".formatted(file, CsvFile.reason(e)), e);
        }
    }
}
