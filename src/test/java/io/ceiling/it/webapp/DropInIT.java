package io.ceiling.it.webapp;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.it.fixture.JavaHomes;
import io.ceiling.it.fixture.Part;
import io.ceiling.it.fixture.RawHttp;
import io.ceiling.it.fixture.StockKind;
import io.ceiling.it.fixture.StockServer;
import io.ceiling.it.fixture.StockSetup;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The WAR, unchanged, in servers as they are distributed, started by their own scripts: every endpoint, and who gets in. What
 * came of it is written to {@code it/target/drop-in.md}, which docs/drop-in.md sums up.
 */
@ParameterizedClass
@MethodSource("runs")
@Tag("side-by-side")
@Tag("divided")
class DropInIT {

    private static final String OTHER = "127.9.0.1";
    private static final String TOKEN = "s3cret-of-this-test";
    private static final String ACCESS = "access rule";
    private static final DropInTable TABLE = new DropInTable(
            Stream.concat(Arrays.stream(DropInEndpoint.values()).map(DropInEndpoint::label), Stream.of(ACCESS))
                    .toList());

    /** A server on one JDK; with settings of the WAR, or with none. */
    record Run(StockKind kind, Path javaHome, boolean configured) {

        String line() throws Exception {
            return "%s (%s), %s, %d"
                    .formatted(kind.label(), kind.version(), kind.warName(), JavaHomes.feature(javaHome));
        }
    }

    /** One with the WAR as it is, one with that of the old package names. */
    private static final Set<StockKind> FIRST = EnumSet.of(StockKind.TOMCAT_9, StockKind.JETTY_EE11);

    @SuppressWarnings("NullAway.Init")
    private static StockServer server;

    @Parameter
    @SuppressWarnings("NullAway.Init")
    Run run;

    /**
     * On the JDK of the build with settings, and on the newest one without. All servers with both JDKs make the table of the
     * documentation; each with one of them is what a usual build has time for.
     */
    static Stream<Run> runs() {
        boolean both = Objects.equals(System.getProperty("ceiling.it.jdks"), "all");
        Optional<Path> newest = JavaHomes.newestWithVirtualThreads().filter(home -> !home.equals(JavaHomes.running()));
        List<Run> all = Arrays.stream(StockKind.values())
                .flatMap(kind -> Stream.concat(
                        Stream.of(new Run(kind, JavaHomes.running(), true)),
                        newest.stream().map(home -> new Run(kind, home, false))))
                .toList();
        // One of the older JDK, one of the newer, and so on: of each pair every other time the first.
        Stream<Run> runs = both || newest.isEmpty()
                ? all.stream()
                : IntStream.range(0, all.size())
                        .filter(i -> i % 4 == 0 || i % 4 == 3)
                        .mapToObj(all::get);
        return Part.of(runs, run -> FIRST.contains(run.kind()));
    }

    @BeforeParameterizedClassInvocation
    static void start(Run run) throws Exception {
        server = StockServer.start(
                run.kind(),
                run.javaHome(),
                StockSetup.of(
                        run.configured()
                                ? Map.of("ceiling.allow", DropInEndpoint.CLIENT, "ceiling.token", TOKEN)
                                : Map.of()));
    }

    @AfterParameterizedClassInvocation
    static void stop() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @AfterAll
    static void write() throws Exception {
        System.out.println(Files.readString(TABLE.write(StockKind.target().resolve("drop-in.md"))));
    }

    @ParameterizedTest
    @EnumSource(DropInEndpoint.class)
    void serves(DropInEndpoint endpoint) throws Exception {
        check(endpoint.label(), () -> endpoint.check(server));
    }

    @Test
    void letsInWhomItsSettingsAllow() throws Exception {
        check(ACCESS, () -> run.configured() ? checkSettings() : checkDefault());
    }

    private static String checkSettings() throws Exception {
        AccessChecks access = new AccessChecks(server, DropInEndpoint.CLIENT);
        access.nobodyGetsInFrom(OTHER);
        access.whoeverHasTheTokenGetsIn(OTHER, TOKEN);
        access.noForeignPageGetsIn();
        access.itsOwnPageGetsIn();
        access.aNameThatIsNotKnownNeedsTheToken(TOKEN);
        return "network and token";
    }

    private static String checkDefault() throws Exception {
        AccessChecks access = new AccessChecks(server, DropInEndpoint.CLIENT);
        assertThat(RawHttp.status(RawHttp.get(OTHER, server.port(), "/length?length=1")))
                .isEqualTo(200);
        access.noForeignPageGetsIn();
        Optional<String> own = ownAddress();
        if (own.isEmpty()) {
            return "loopback (no other address here)";
        }
        access.nobodyGetsInFrom(own.orElseThrow());
        return "loopback alone";
    }

    /** An address of this host that is not loopback, if it has any. */
    private static Optional<String> ownAddress() throws Exception {
        List<NetworkInterface> up = NetworkInterface.networkInterfaces().toList();
        return up.stream()
                .flatMap(NetworkInterface::inetAddresses)
                .filter(address -> address instanceof Inet4Address && !address.isLoopbackAddress())
                .map(InetAddress::getHostAddress)
                .findFirst();
    }

    private interface Check {
        String outcome() throws Exception;
    }

    private void check(String column, Check check) throws Exception {
        TABLE.add(run.line(), column, "failed");
        TABLE.add(run.line(), column, check.outcome());
    }
}
