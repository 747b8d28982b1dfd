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

/** A management connection to the JVM of a server; not thread-safe, every method may block. */
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

    /** @param pid of a JVM of this user on this host */
    // The address was handed over by that JVM through the file system.
    @SuppressWarnings("BanJNDI")
    static ServerJvm attach(long pid) throws IOException, JMException {
        // RMI closes a connection that was idle for 15 s; a new one would be allocated for in the middle of a
        // measurement.
        System.setProperty("sun.rmi.transport.connectionTimeout", "86400000");
        try {
            VirtualMachine vm = VirtualMachine.attach(Long.toString(pid));
            try {
                JMXServiceURL address = new JMXServiceURL(vm.startLocalManagementAgent());
                // No heartbeat: it would allocate in the server at a time that nobody chose.
                return new ServerJvm(JMXConnectorFactory.connect(
                        address, Map.of("jmx.remote.x.client.connection.check.period", 0L)));
            } finally {
                vm.detach();
            }
        } catch (AttachNotSupportedException e) {
            throw new IOException("cannot attach to the server with pid %d: %s".formatted(pid, e.getMessage()), e);
        }
    }

    /** Bytes that all threads have allocated since the start, ended and virtual ones included; -1 if this JDK does not tell. */
    long allocatedBytes() throws IOException, JMException {
        try {
            return (Long) beans.getAttribute(threads, "TotalThreadAllocatedBytes");
        } catch (AttributeNotFoundException e) {
            return -1;
        }
    }

    /** Time that was spent in compiling, of all its compilers together. */
    long compilationMillis() throws IOException, JMException {
        return (Long) beans.getAttribute(compilation, "TotalCompilationTime");
    }

    /** Processor time of the process; counted by the kernel in steps of 10 ms. */
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
            // The server is gone; then so is the connection.
        }
    }
}
