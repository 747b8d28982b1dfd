package io.ceiling.jmh;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Map;
import javax.management.AttributeNotFoundException;
import javax.management.JMException;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** A management connection to the JVM of a server. Not thread-safe; every method may block. */
final class ServerJvm implements AutoCloseable {

    private final JMXConnector connector;
    private final MBeanServerConnection beans;
    private final ObjectName threads;
    private final ObjectName system;
    private final ObjectName compilation;

    private ServerJvm(JMXConnector connector) throws IOException, JMException {
        this.connector = connector;
        this.beans = connector.getMBeanServerConnection();
        this.threads = new ObjectName(ManagementFactory.THREAD_MXBEAN_NAME);
        this.system = new ObjectName(ManagementFactory.OPERATING_SYSTEM_MXBEAN_NAME);
        this.compilation = new ObjectName(ManagementFactory.COMPILATION_MXBEAN_NAME);
    }

    /**
     * Connects to a JVM.
     *
     * @param pid process id of a JVM of this user on this host
     */
    // The address comes from that JVM through the file system.
    @SuppressWarnings("BanJNDI")
    static ServerJvm attach(long pid) throws IOException, JMException {
        // RMI closes a connection after 15 s without use; a new one would allocate in the middle of a measurement.
        System.setProperty("sun.rmi.transport.connectionTimeout", "86400000");
        try {
            VirtualMachine vm = VirtualMachine.attach(Long.toString(pid));
            try {
                JMXServiceURL address = new JMXServiceURL(vm.startLocalManagementAgent());
                // No heartbeat: it would allocate in the server at arbitrary times.
                return new ServerJvm(JMXConnectorFactory.connect(
                        address, Map.of("jmx.remote.x.client.connection.check.period", 0L)));
            } finally {
                vm.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IOException("cannot attach to the server with pid %d: %s".formatted(pid, e.getMessage()), e);
        }
    }

    /**
     * Returns the bytes that all threads have allocated since the start, including ended and virtual threads; -1 if
     * this JDK does not report them.
     */
    long allocatedBytes() throws IOException, JMException {
        try {
            return (Long) beans.getAttribute(threads, "TotalThreadAllocatedBytes");
        } catch (AttributeNotFoundException e) {
            return -1;
        }
    }

    /** Returns the time spent compiling, the sum of all compilers, in milliseconds. */
    long compilationMillis() throws IOException, JMException {
        return (Long) beans.getAttribute(compilation, "TotalCompilationTime");
    }

    /** Returns the processor time of the process in nanoseconds; the kernel counts it in steps of 10 ms. */
    long cpuNanos() throws IOException, JMException {
        return (Long) beans.getAttribute(system, "ProcessCpuTime");
    }

    long maxDescriptors() throws IOException, JMException {
        return (Long) beans.getAttribute(system, "MaxFileDescriptorCount");
    }

    @Override
    public void close() {
        try {
            connector.close();
        } catch (IOException e) {
            // The server has ended, and with it the connection.
        }
    }
}
