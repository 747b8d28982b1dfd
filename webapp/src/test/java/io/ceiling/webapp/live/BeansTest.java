package io.ceiling.webapp.live;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.List;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import javax.management.StandardMBean;
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
        assertThat(ContainerReading.read(beans)).isEqualTo(new ContainerReading(null, null, null, null, null));
        assertThat(ServerSettings.connectors(beans)).isEmpty();
    }

    @Test
    void connectorsOfTomcatAddUp() throws Exception {
        server.registerMBean(pool(7, 100, 3, 200), new ObjectName("Catalina:type=ThreadPool,name=\"http-nio-8080\""));
        server.registerMBean(pool(5, 50, 1, 20), new ObjectName("Catalina:type=ThreadPool,name=\"http-nio-8081\""));

        assertThat(ContainerReading.read(beans)).isEqualTo(new ContainerReading(12L, 150L, 4L, 220L, "Catalina"));
    }

    @Test
    void noLimitIsNoSum() throws Exception {
        server.registerMBean(pool(7, -1, -1, -1), new ObjectName("Catalina:type=ThreadPool,name=a"));
        server.registerMBean(pool(5, 50, 1, 20), new ObjectName("Catalina:type=ThreadPool,name=b"));

        assertThat(ContainerReading.read(beans)).isEqualTo(new ContainerReading(12L, -1L, null, null, "Catalina"));
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

        assertThat(ContainerReading.read(beans)).isEqualTo(new ContainerReading(11L, -1L, 2L, 9L, "io.ceiling"));
    }

    @Test
    void onlyKnownAttributesAreShown() throws Exception {
        server.registerMBean(pool(7, 100, 3, 200), new ObjectName("Catalina:type=ThreadPool,name=a"));

        List<ServerSettings.Group> groups = ServerSettings.connectors(beans);

        assertThat(groups).hasSize(1);
        assertThat(groups.get(0).bean()).isEqualTo("Catalina:name=a,type=ThreadPool");
        assertThat(groups.get(0).settings())
                .extracting(ServerSettings.Setting::name, ServerSettings.Setting::value)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("maxThreads", "200"),
                        org.assertj.core.groups.Tuple.tuple("currentThreadsBusy", "3"),
                        org.assertj.core.groups.Tuple.tuple("maxConnections", "100"),
                        org.assertj.core.groups.Tuple.tuple("connectionCount", "7"));
    }

    @Test
    void thisJvmTellsItsMemoryAndItsDescriptors() {
        JvmReading reading = new Jvm(new Beans(ManagementFactory.getPlatformMBeanServer())).read();

        assertThat(reading.threads().platform()).isPositive();
        assertThat(reading.heap().usedBytes()).isPositive();
        assertThat(reading.heap().maxBytes()).isEqualTo(Runtime.getRuntime().maxMemory());
        assertThat(reading.direct().maxBytes()).isPositive();
        assertThat(reading.descriptors().open())
                .isPositive()
                .isLessThanOrEqualTo(reading.descriptors().limit());
    }

    @Test
    void directMemoryIsLimitedByTheHeapUnlessAskedFor() throws Exception {
        assertThat(Jvm.directMaxBytes(option("0"), 512)).isEqualTo(512);
        assertThat(Jvm.directMaxBytes(option("64"), 512)).isEqualTo(64);
        assertThat(Jvm.directMaxBytes(option("many"), 512)).isNull();
        assertThat(Jvm.directMaxBytes(null, 512)).isNull();
    }

    private static Object option(String value) throws Exception {
        var type = new javax.management.openmbean.CompositeType(
                "VMOption",
                "VMOption",
                new String[] {"value"},
                new String[] {"value"},
                new javax.management.openmbean.OpenType<?>[] {javax.management.openmbean.SimpleType.STRING});
        return new javax.management.openmbean.CompositeDataSupport(type, java.util.Map.of("value", value));
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
