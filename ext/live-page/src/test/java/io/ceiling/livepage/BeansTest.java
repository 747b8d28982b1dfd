package io.ceiling.livepage;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class BeansTest {

    private final MBeanServer server = MBeanServerFactory.newMBeanServer();
    private final Beans beans = new Beans(server);

    /** Attributes of Tomcat's bean, and one that nobody is to see. */
    public interface Pool {
        long getconnectionCount();

        int getmaxConnections();

        int getcurrentThreadsBusy();

        int getmaxThreads();

        String getsecret();
    }

    /** What Ceiling's own servers register. */
    public interface Own {
        long getConnectionCount();

        long getMaxConnections();

        int getBusyThreads();

        int getMaxThreads();
    }

    @Test
    void withoutBeansNothingIsKnown() {
        assertThat(Connectors.reading(beans)).isEqualTo(reading(null, null, null, null, null));
        assertThat(Connectors.settings(beans)).isEmpty();
    }

    @Test
    void connectorsOfTomcatAddUp() throws Exception {
        server.registerMBean(pool(7, 100, 3, 200), new ObjectName("Catalina:type=ThreadPool,name=\"http-nio-8080\""));
        server.registerMBean(pool(5, 50, 1, 20), new ObjectName("Catalina:type=ThreadPool,name=\"http-nio-8081\""));

        assertThat(Connectors.reading(beans)).isEqualTo(reading(12L, 150L, 4L, 220L, "Catalina"));
    }

    @Test
    void noLimitIsNoSum() throws Exception {
        server.registerMBean(pool(7, -1, -1, -1), new ObjectName("Catalina:type=ThreadPool,name=a"));
        server.registerMBean(pool(5, 50, 1, 20), new ObjectName("Catalina:type=ThreadPool,name=b"));

        assertThat(Connectors.reading(beans)).isEqualTo(reading(12L, -1L, null, null, "Catalina"));
    }

    @Test
    void ownBeanWinsOverTheContainersOne() throws Exception {
        Own own = new Own() {
            @Override
            public long getConnectionCount() {
                return 11;
            }

            @Override
            public long getMaxConnections() {
                return -1;
            }

            @Override
            public int getBusyThreads() {
                return 2;
            }

            @Override
            public int getMaxThreads() {
                return 9;
            }
        };
        server.registerMBean(new StandardMBean(own, Own.class), new ObjectName("io.ceiling:type=Container"));
        server.registerMBean(pool(7, 100, 3, 200), new ObjectName("Tomcat:type=ThreadPool,name=a"));

        assertThat(Connectors.reading(beans)).isEqualTo(reading(11L, -1L, 2L, 9L, "io.ceiling"));
    }

    @Test
    void onlyKnownAttributesAreShown() throws Exception {
        server.registerMBean(pool(7, 100, 3, 200), new ObjectName("Catalina:type=ThreadPool,name=a"));

        assertThat(Connectors.settings(beans).toString())
                .isEqualTo("[{title=Tomcat thread pool and endpoint, bean=Catalina:name=a,type=ThreadPool, settings=["
                        + "{name=maxThreads, value=200, meaning=requests served at once, one thread each}, "
                        + "{name=currentThreadsBusy, value=3, meaning=of these, the ones in a request}, "
                        + "{name=maxConnections, value=100, meaning=connections accepted at once; -1 no limit}, "
                        + "{name=connectionCount, value=7, meaning=connections open now}]}]");
    }

    @Test
    void thisJvmTellsItsMemoryAndItsDescriptors() {
        Map<String, @Nullable Object> reading =
                new Jvm(new Beans(ManagementFactory.getPlatformMBeanServer())).read(null);

        assertThat(Json.text(reading))
                .containsPattern("\"platform\":[1-9]")
                .containsPattern("\"heap\":\\{\"used_bytes\":[1-9]\\d*,\"max_bytes\":"
                        + Runtime.getRuntime().maxMemory())
                .containsPattern("\"direct\":\\{\"used_bytes\":\\d+,\"max_bytes\":[1-9]")
                .containsPattern("\"descriptors\":\\{\"open\":[1-9]\\d*,\"limit\":[1-9]");
    }

    @Test
    void directMemoryIsLimitedByTheHeapUnlessAskedFor() throws Exception {
        assertThat(Jvm.directMaxBytes(option("0"), 512)).isEqualTo(512);
        assertThat(Jvm.directMaxBytes(option("64"), 512)).isEqualTo(64);
        assertThat(Jvm.directMaxBytes(option("many"), 512)).isNull();
        assertThat(Jvm.directMaxBytes(null, 512)).isNull();
    }

    private static Map<String, @Nullable Object> reading(
            @Nullable Long connections,
            @Nullable Long maxConnections,
            @Nullable Long busy,
            @Nullable Long maxThreads,
            @Nullable String source) {
        return Json.object(
                "connections", connections,
                "max_connections", maxConnections,
                "busy_threads", busy,
                "max_threads", maxThreads,
                "source", source);
    }

    private static Object option(String value) throws Exception {
        var type = new javax.management.openmbean.CompositeType(
                "VMOption",
                "VMOption",
                new String[] {"value"},
                new String[] {"value"},
                new javax.management.openmbean.OpenType<?>[] {javax.management.openmbean.SimpleType.STRING});
        return new javax.management.openmbean.CompositeDataSupport(type, Map.of("value", value));
    }

    private static StandardMBean pool(long connections, int maxConnections, int busy, int maxThreads) throws Exception {
        Pool pool = new Pool() {
            @Override
            public long getconnectionCount() {
                return connections;
            }

            @Override
            public int getmaxConnections() {
                return maxConnections;
            }

            @Override
            public int getcurrentThreadsBusy() {
                return busy;
            }

            @Override
            public int getmaxThreads() {
                return maxThreads;
            }

            @Override
            public String getsecret() {
                return "s3cret";
            }
        };
        return new StandardMBean(pool, Pool.class);
    }
}
