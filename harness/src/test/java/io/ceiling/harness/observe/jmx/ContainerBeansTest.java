package io.ceiling.harness.observe.jmx;

import static org.assertj.core.api.Assertions.assertThat;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ServerReading;
import java.util.Map;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.DynamicMBean;
import javax.management.JMException;
import javax.management.MBeanInfo;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.ObjectName;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Beans as Jetty has them: one for each selector, connector and pool. */
class ContainerBeansTest {

    private final MBeanServer beans = MBeanServerFactory.newMBeanServer();

    @BeforeEach
    void aPoolAndTwoSelectors() throws JMException {
        bean(
                "org.eclipse.jetty.util.thread:type=queuedthreadpool,id=0",
                Map.of("threads", 12, "idleThreads", 4, "maxThreads", 200, "queueSize", 0));
        bean("org.eclipse.jetty.io:type=managedselector,id=0", Map.of("totalKeys", 300));
        bean("org.eclipse.jetty.io:type=managedselector,id=1", Map.of("totalKeys", 301));
        bean("org.eclipse.jetty.server:type=networkconnectionlimit,id=0", Map.of("maxNetworkConnectionCount", 1_000));
        bean("org.eclipse.jetty.server:type=serverconnector,id=0", Map.of("acceptQueueSize", 128));
    }

    private void bean(String name, Map<String, Integer> attributes) throws JMException {
        beans.registerMBean(new Values(attributes), new ObjectName(name));
    }

    private ServerReading.Pool pool() throws Exception {
        return ContainerBeans.of(beans, 8080).pool(beans);
    }

    @Test
    void connectionsOfAllSelectorsOfAConnectorAreAdded() throws Exception {
        assertThat(pool().connections()).isEqualTo(Observation.of(601));
        assertThat(pool().maxConnections()).isEqualTo(Limit.of(1_000));
        assertThat(pool().acceptCount()).isEqualTo(Limit.of(128));
        assertThat(pool().busyThreads()).isEqualTo(Observation.of(8));
    }

    @Test
    void ofTwoConnectorsThatTellNoPortsNobodyKnowsWhoseConnectionsTheyAre() throws Exception {
        bean("org.eclipse.jetty.server:type=serverconnector,id=1", Map.of("acceptQueueSize", 50));

        assertThat(pool().connections()).isEqualTo(Observation.NOT_SEEN);
        assertThat(pool().maxConnections()).isEqualTo(Limit.NOT_SEEN);
        assertThat(pool().acceptCount()).isEqualTo(Limit.NOT_SEEN);
        assertThat(pool().maxThreads()).isEqualTo(Limit.of(200));
    }

    private record Values(Map<String, Integer> values) implements DynamicMBean {

        @Override
        public Object getAttribute(String name) {
            return values.getOrDefault(name, -1);
        }

        @Override
        public AttributeList getAttributes(String[] names) {
            AttributeList list = new AttributeList();
            for (String name : names) {
                Integer value = values.get(name);
                if (value != null) {
                    list.add(new Attribute(name, value));
                }
            }
            return list;
        }

        @Override
        public void setAttribute(Attribute attribute) {
            throw new UnsupportedOperationException();
        }

        @Override
        public AttributeList setAttributes(AttributeList attributes) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Object invoke(String action, Object[] arguments, String[] signature) {
            throw new UnsupportedOperationException();
        }

        @Override
        public MBeanInfo getMBeanInfo() {
            return new MBeanInfo(getClass().getName(), "values", null, null, null, null);
        }
    }
}
