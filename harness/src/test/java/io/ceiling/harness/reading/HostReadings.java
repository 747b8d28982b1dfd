package io.ceiling.harness.reading;

import io.ceiling.container.Limit;
import java.util.OptionalDouble;

/**
 * A builder of readings of a host. What is not set was not seen; a negative figure was not seen either, as in the
 * sources of the readings.
 */
public final class HostReadings {

    private HostReading.HostMemory memory = HostReading.HostMemory.NOT_SEEN;
    private HostReading.Tcp tcp = HostReading.Tcp.NOT_SEEN;
    private HostReading.ListenQueues listenQueues = HostReading.ListenQueues.NOT_SEEN;
    private HostReading.Conntrack conntrack = HostReading.Conntrack.NOT_SEEN;
    private HostReading.HostCpu cpu = HostReading.HostCpu.NOT_SEEN;
    private HostReading.Pressure pressure = HostReading.Pressure.NOT_SEEN;

    private KernelMemory kernel = KernelMemory.NOT_SEEN;
    private String name = "";

    private HostReadings() {}

    public static HostReadings notSeen() {
        return new HostReadings();
    }

    /** Sets the name of the host, which is otherwise that of the harness. */
    public HostReadings of(String host) {
        name = host;
        return this;
    }

    public HostReadings memory(long totalBytes, long availableBytes) {
        memory = new HostReading.HostMemory(
                figure(totalBytes), figure(availableBytes), memory.slabBytes(), memory.socketMemoryBytes());
        return this;
    }

    public HostReadings kernelMemory(long slabBytes, long socketBytes) {
        memory = new HostReading.HostMemory(
                memory.memoryTotalBytes(), memory.memoryAvailableBytes(), figure(slabBytes), figure(socketBytes));
        return this;
    }

    public HostReadings tcp(long sockets, long timeWait, long memoryPressures) {
        tcp = new HostReading.Tcp(figure(sockets), figure(timeWait));
        return queues(
                listenQueues.listenOverflows(),
                listenQueues.listenDrops(),
                figure(memoryPressures),
                listenQueues.synRetransmits(),
                listenQueues.embryonicResets());
    }

    public HostReadings listenQueues(long overflows, long drops, long synRetransmits) {
        return queues(
                figure(overflows),
                figure(drops),
                listenQueues.tcpMemoryPressures(),
                figure(synRetransmits),
                Observation.NOT_SEEN);
    }

    public HostReadings embryonicResets(long resets) {
        return queues(
                listenQueues.listenOverflows(),
                listenQueues.listenDrops(),
                listenQueues.tcpMemoryPressures(),
                listenQueues.synRetransmits(),
                figure(resets));
    }

    private HostReadings queues(
            Observation overflows,
            Observation drops,
            Observation pressures,
            Observation synRetransmits,
            Observation resets) {
        listenQueues =
                new HostReading.ListenQueues(overflows, drops, pressures, synRetransmits, resets, Observation.NOT_SEEN);
        return this;
    }

    public HostReadings conntrack(long entries, Limit max, long drops) {
        conntrack = new HostReading.Conntrack(figure(entries), max, figure(drops));
        return this;
    }

    /** Sets the time of processes, as on a host without interrupts and without this process. */
    public HostReadings cpu(long processNanos) {
        return cpu(processNanos, 0, 0, 0);
    }

    /** Sets the time of processes, interrupts and idle processors, on a host of which this process takes nothing. */
    public HostReadings cpu(long processNanos, long softirqNanos, long idleNanos, long iowaitNanos) {
        if (processNanos < 0) {
            cpu = HostReading.HostCpu.NOT_SEEN;
            return this;
        }
        return cpu(new HostReading.HostCpu(
                figure(processNanos),
                figure(processNanos + softirqNanos),
                Observation.of(0),
                figure(softirqNanos),
                Observation.of(0),
                figure(idleNanos),
                figure(iowaitNanos),
                figure(processNanos + softirqNanos + idleNanos + iowaitNanos)));
    }

    public HostReadings cpu(HostReading.HostCpu times) {
        cpu = times;
        return this;
    }

    public HostReadings pressure(long cpuNanos, long loadHundredths) {
        pressure = new HostReading.Pressure(
                figure(cpuNanos),
                loadHundredths < 0 ? OptionalDouble.empty() : OptionalDouble.of(loadHundredths / 100.0));
        return this;
    }

    public HostReadings kernel(KernelMemory parts) {
        kernel = parts;
        return this;
    }

    /** Returns the slab caches of connections and threads, in the order of {@link KernelMemory.Slabs}. */
    public static KernelMemory.Slabs slabs(
            long sockets, long files, long epoll, long buffers, long threads, long kmalloc) {
        return new KernelMemory.Slabs(
                figure(sockets), figure(files), figure(epoll), figure(buffers), figure(threads), figure(kmalloc));
    }

    public HostReading build() {
        return new HostReading(name, memory, tcp, listenQueues, conntrack, cpu, pressure, kernel);
    }

    private static Observation figure(long value) {
        return Observation.ofNegativeNotSeen(value);
    }
}
