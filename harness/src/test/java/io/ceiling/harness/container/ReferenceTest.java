package io.ceiling.harness.container;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Connector;
import io.ceiling.container.ConnectorSettings;
import io.ceiling.container.Deflate;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.container.Tls;
import io.ceiling.harness.scenario.Messaging;
import io.ceiling.harness.scenario.Work;
import io.ceiling.harness.workload.Workloads;
import io.ceiling.load.channels.ChannelPlan;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ReferenceTest {

    private static final Work LONG_POLLING =
            Work.of(Workloads.BROADCAST, new Messaging("long-polling", "channel", "uuid"));
    private static final Work BROADCAST =
            new Work(Workloads.BROADCAST, Optional.of(Messaging.DEFAULT), Optional.empty());

    static Stream<ContainerKind> ofTheProtocol() {
        return Containers.references().stream()
                .filter(kind -> kind.channelProtocol() == ChannelProtocol.WEB_APPLICATION);
    }

    @ParameterizedTest
    @MethodSource("io.ceiling.harness.container.Containers#references")
    void isAModuleOfThisProjectAndNoServletContainer(ContainerKind reference) {
        assertThat(reference.isReference()).isTrue();
        assertThat(Containers.isReference(reference.name())).isTrue();
        assertThat(Containers.find(reference.name())).contains(reference);
        assertThat(Containers.all()).isNotEmpty().doesNotContain(reference).noneMatch(ContainerKind::isReference);
        assertThat(reference.connectors()).containsExactly(Connector.NIO);
        assertThat(reference.serverPrograms()).isNotEmpty().allSatisfy(server -> assertThat(
                        Path.of("..", "references", server.module(), "pom.xml"))
                .matches(Files::isRegularFile));
    }

    /** Runs the build of a reference with a tool in the path that prints how it was called. */
    @ParameterizedTest
    @CsvSource({"go, go, local build -trimpath", "node, npm, ' ci --omit=dev --ignore-scripts'"})
    @EnabledOnOs(OS.LINUX)
    void itsBuildFetchesNoOtherToolAndRunsNoScriptOfAPackage(
            String module, String tool, String called, @TempDir Path folder) throws Exception {
        Path program = folder.resolve(tool);
        Files.writeString(program, "#!/bin/sh\necho \"$GOTOOLCHAIN $*\" >> '%s'\n".formatted(folder.resolve("calls")));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        Path build = Path.of("..", "references", module, "build").toAbsolutePath();
        ProcessBuilder builder = new ProcessBuilder(
                "/bin/sh", build.toString(), folder.resolve("app").toString());
        builder.environment().put("PATH", folder + ":" + System.getenv("PATH"));
        builder.environment().remove("GOTOOLCHAIN");

        assertThat(builder.inheritIO().start().waitFor()).isZero();

        assertThat(Files.readAllLines(folder.resolve("calls")))
                .singleElement(InstanceOfAssertFactories.STRING)
                .startsWith(called);
    }

    @ParameterizedTest
    @MethodSource("ofTheProtocol")
    void keepsConnectionsAndWebSocketsButHasNoServlets(ContainerKind reference) {
        assertThat(refused(reference, ConnectorSettings.DEFAULT, Work.of(Workloads.KEEP_ALIVE)))
                .isEmpty();
        assertThat(refused(reference, ConnectorSettings.DEFAULT, Work.of(Workloads.WEBSOCKET)))
                .isEmpty();
        assertThat(refused(reference, ConnectorSettings.DEFAULT, Work.of(Workloads.HOLD_ASYNC)))
                .contains("workload hold-async is one of servlets, which %s does not have".formatted(reference.name()));
        assertThat(refused(reference, ConnectorSettings.DEFAULT, Work.of(Workloads.RECURSIVE)))
                .isPresent();
    }

    @ParameterizedTest
    @MethodSource("io.ceiling.harness.container.Containers#references")
    void refusesInOneLineWhatItsPlatformIsNotAskedFor(ContainerKind reference) {
        Work work = Work.of(Workloads.KEEP_ALIVE);
        ConnectorSettings sizes = ConnectorSettings.DEFAULT;

        assertThat(reference.refusal(ThreadKind.VIRTUAL, sizes, work))
                .contains("thread-kind must be platform with container %s, was virtual".formatted(reference.name()));
        assertThat(refused(reference, sizes.withMaxConnections(Limit.of(10)), work))
                .contains("max-connections must be default with container %s, was 10".formatted(reference.name()));
        assertThat(refused(reference, sizes.withBufferBytes(OptionalInt.of(1024)), work))
                .contains("buffer must be default with container %s, was 1024".formatted(reference.name()));
        assertThat(refused(reference, sizes.withHeaderCacheNodes(OptionalInt.of(64)), work))
                .contains("header-cache must be default with container %s, was 64".formatted(reference.name()));
        assertThat(refused(reference, sizes.with(Tls.TLS13), work)).isPresent();
        assertThat(refused(reference, sizes.with(Deflate.TAKEOVER), Work.of(Workloads.WEBSOCKET)))
                .isPresent();
        Messaging sse = new Messaging("sse", "channel", "uuid");
        assertThat(refused(reference, sizes, new Work(Workloads.BROADCAST, Optional.of(sse), Optional.empty())))
                .isPresent();
    }

    @ParameterizedTest
    @MethodSource("ofTheProtocol")
    void deliversMessagesOverWebSockets(ContainerKind reference) {
        assertThat(refused(reference, ConnectorSettings.DEFAULT, BROADCAST)).isEmpty();
        assertThat(reference.transport()).isEqualTo("websocket");
        assertThat(reference.publishes()).isTrue();
        assertThat(reference.processes(ConnectorSettings.DEFAULT)).isEqualTo(1);
    }

    @Test
    void aClusterOfNodeIsOneProcessForEachThreadAndHasNoChannels() {
        ContainerKind node = Containers.of("node");
        ConnectorSettings five = ConnectorSettings.DEFAULT.withMaxThreads(Limit.of(5));

        assertThat(node.processes(five)).isEqualTo(5);
        assertThat(refused(node, five, Work.of(Workloads.KEEP_ALIVE))).isEmpty();
        assertThat(refused(node, five, BROADCAST))
                .contains(
                        "workload broadcast needs one process with container node, was --threads=5: workers do not know each other's channels");
        assertThat(Containers.of("go").processes(five)).isEqualTo(1);
        assertThat(refused(Containers.of("go"), five, BROADCAST)).isEmpty();
    }

    @Test
    void nginxHasChannelsOverWebSocketAloneAndAWorkerForEachThread() {
        ContainerKind nginx = Containers.of("nginx");

        assertThat(nginx.channelProtocol()).isEqualTo(ChannelProtocol.CHANNEL_IN_URL);
        assertThat(refused(nginx, ConnectorSettings.DEFAULT, BROADCAST)).isEmpty();
        assertThat(refused(nginx, ConnectorSettings.DEFAULT, Work.of(Workloads.KEEP_ALIVE)))
                .contains("workload must be broadcast with container nginx, was keep-alive");
        assertThat(refused(nginx, ConnectorSettings.DEFAULT, Work.of(Workloads.WEBSOCKET)))
                .contains("workload must be broadcast with container nginx, was websocket");
        assertThat(refused(nginx, ConnectorSettings.DEFAULT, Work.of(Workloads.HOLD_ASYNC)))
                .contains("workload hold-async is one of servlets, which nginx does not have");
        assertThat(refused(nginx, ConnectorSettings.DEFAULT, LONG_POLLING))
                .contains("transport must be websocket with container nginx, was long-polling");
        assertThat(nginx.processes(ConnectorSettings.DEFAULT)).isEqualTo(1);
        assertThat(nginx.processes(ConnectorSettings.DEFAULT.withMaxThreads(Limit.of(2))))
                .isEqualTo(2);
    }

    @Test
    void everyDialectIsOneThatTheLoadAgentsSpeak() {
        assertThat(ChannelProtocol.values())
                .hasSameSizeAs(ChannelPlan.Protocol.values())
                .allSatisfy(channelProtocol ->
                        assertThat(channelProtocol.protocol().name()).isEqualTo(channelProtocol.name()));
        assertThat(ChannelProtocol.values())
                .filteredOn(channelProtocol -> !channelProtocol.membersPublish())
                .containsExactly(ChannelProtocol.CHANNEL_IN_URL);
    }

    @Test
    void cometdKeepsConnectionsAndHasRoomsOverLongPollingAlone() {
        ContainerKind cometd = Containers.of("cometd");

        assertThat(refused(cometd, ConnectorSettings.DEFAULT, Work.of(Workloads.KEEP_ALIVE)))
                .isEmpty();
        assertThat(cometd.transport()).isEqualTo("long-polling");
        assertThat(refused(cometd, ConnectorSettings.DEFAULT, LONG_POLLING)).isEmpty();
        assertThat(cometd.publishes()).isFalse();
        assertThat(refused(cometd, ConnectorSettings.DEFAULT, BROADCAST))
                .contains("transport must be long-polling with container cometd, was websocket");
        assertThat(refused(cometd, ConnectorSettings.DEFAULT, Work.of(Workloads.WEBSOCKET)))
                .contains("workload websocket is one of WebSockets, which cometd does not have here");
        assertThat(refused(cometd, ConnectorSettings.DEFAULT, Work.of(Workloads.HOLD_ASYNC)))
                .contains("workload hold-async is one of servlets, which cometd does not have");
        assertThat(refused(Containers.of("netty"), ConnectorSettings.DEFAULT, LONG_POLLING))
                .contains("transport must be websocket with container netty, was long-polling");
    }

    private static Optional<String> refused(ContainerKind reference, ConnectorSettings sizes, Work work) {
        return reference.refusal(ThreadKind.PLATFORM, sizes, work);
    }
}
