package io.ceiling.harness.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Connector;
import io.ceiling.container.Limit;
import io.ceiling.container.ThreadKind;
import io.ceiling.harness.verdict.threads.Remedies;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class BootJarTest {

    private static final Jdk JDK = new Jdk(Path.of("jdk"), "25.0.1", 25);

    private static BootJar jar(String container) {
        return new BootJar(Path.of("app.jar"), "4.1.2", container);
    }

    private static ServerSettings.Builder server(String container, ThreadKind threads) {
        return ServerSettings.builder(container, Connector.NIO, threads, JDK);
    }

    @Test
    void settingsThatAreLeftToTheApplicationAddNoProperty() {
        assertThat(jar("tomcat").arguments(server("tomcat", ThreadKind.PLATFORM).build(), "127.0.0.1", 8081))
                .containsExactly(
                        "--server.address=127.0.0.1",
                        "--server.port=8081",
                        "--server.tomcat.mbeanregistry.enabled=true");
    }

    @Test
    void furtherPropertiesAreArgumentsToo() {
        assertThat(jar("tomcat")
                        .with("shop.permits", "7")
                        .arguments(server("tomcat", ThreadKind.PLATFORM).build(), "127.0.0.1", 1))
                .endsWith("--shop.permits=7");
    }

    @Test
    void eachSettingIsThePropertyOfTheContainer() {
        ServerSettings settings = server("tomcat", ThreadKind.PLATFORM)
                .maxThreads(Limit.of(80))
                .maxConnections(Limit.UNLIMITED)
                .acceptCount(Limit.of(10))
                .build();

        assertThat(jar("tomcat").arguments(settings, "127.0.0.1", 1))
                .contains(
                        "--server.tomcat.threads.max=80",
                        "--server.tomcat.max-connections=2147483647",
                        "--server.tomcat.accept-count=10");
        assertThat(jar("jetty").arguments(settings, "127.0.0.1", 1))
                .contains("--server.jetty.threads.max=80", "--server.jetty.max-connections=2147483647")
                .noneMatch(argument -> argument.contains("accept"));
        assertThat(jar("undertow").arguments(settings, "127.0.0.1", 1)).contains("--server.undertow.threads.worker=80");
    }

    @Test
    void virtualThreadsAreAPropertyOfSpring() {
        assertThat(jar("jetty").arguments(server("jetty", ThreadKind.VIRTUAL).build(), "127.0.0.1", 1))
                .contains("--spring.threads.virtual.enabled=true");
    }

    @Test
    void aSettingWithoutAPropertyIsRefused() {
        ServerSettings queue =
                server("jetty", ThreadKind.PLATFORM).acceptCount(Limit.of(10)).build();
        ServerSettings buffer = server("tomcat", ThreadKind.PLATFORM)
                .bufferBytes(OptionalInt.of(1024))
                .build();

        assertThat(jar("jetty").refusal(queue)).hasValue("--accept-count: Spring Boot has no such property for jetty");
        assertThat(jar("tomcat").refusal(queue)).isEmpty();
        assertThat(jar("tomcat").refusal(buffer)).hasValue("--buffer: Spring Boot has no property for buffers");
        assertThat(jar("jetty")
                        .refusal(server("jetty", ThreadKind.PLATFORM)
                                .headerCacheNodes(OptionalInt.of(64))
                                .build()))
                .hasValue("--header-cache: Spring Boot has no property for the header cache");
    }

    @Test
    void theReliefOfALimitIsItsProperty() {
        assertThat(jar("tomcat").property(LimitingFactor.SERVER_THREADS, "raise maxThreads"))
                .hasValue("server.tomcat.threads.max");
        assertThat(jar("tomcat").property(LimitingFactor.ACCEPT_QUEUE, "")).hasValue("server.tomcat.accept-count");
        assertThat(jar("undertow").property(LimitingFactor.SERVER_MAX_CONNECTIONS, ""))
                .isEmpty();
        assertThat(jar("tomcat").property(LimitingFactor.SERVER_HEAP, "")).isEmpty();
    }

    @Test
    void theReliefOfThePoolOfSpringBootIsItsProperty() {
        assertThat(jar("jetty")
                        .property(
                                LimitingFactor.APPLICATION_POOL,
                                Remedies.of("com.zaxxer.hikari.pool.HikariPool.getConnection")
                                        .orElseThrow()))
                .hasValue("spring.datasource.hikari.maximum-pool-size");
        assertThat(jar("jetty")
                        .property(
                                LimitingFactor.APPLICATION_POOL,
                                Remedies.of("org.apache.commons.dbcp2.PoolingDataSource")
                                        .orElseThrow()))
                .hasValue("spring.datasource.dbcp2.max-total");
        assertThat(jar("jetty").property(LimitingFactor.APPLICATION_POOL, "make what Semaphore.acquire lends larger"))
                .isEmpty();
    }
}
