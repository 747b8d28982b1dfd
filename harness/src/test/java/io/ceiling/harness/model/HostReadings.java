package io.ceiling.harness.model;

import io.ceiling.container.Limit;

/**
 * A builder of readings of a host. What is not set was not seen; a negative figure was not seen either, as in the
 * sources of the readings.
 */
public final class HostReadings {

    private HostReading.Memory memory = HostReading.Memory.NOT_SEEN;
    private HostReading.Tcp tcp = HostReading.Tcp.NOT_SEEN;
    private HostReading.ListenQueues listenQueues = HostReading.ListenQueues.NOT_SEEN;
    private HostReading.Conntrack conntrack = HostReading.Conntrack.NOT_SEEN;
    private Seen cpuNanos = Seen.NOT;

    private HostReadings() {}

    public static HostReadings notSeen() {
        return new HostReadings();
    }

    public HostReadings memory(long totalBytes, long availableBytes) {
        memory = new HostReading.Memory(
                figure(totalBytes), figure(availableBytes), memory.slabBytes(), memory.socketMemoryBytes());
        return this;
    }

    public HostReadings kernelMemory(long slabBytes, long socketBytes) {
        memory = new HostReading.Memory(
                memory.memoryTotalBytes(), memory.memoryAvailableBytes(), figure(slabBytes), figure(socketBytes));
        return this;
    }

    public HostReadings tcp(long sockets, long timeWait, long memoryPressures) {
        tcp = new HostReading.Tcp(figure(sockets), figure(timeWait), figure(memoryPressures));
        return this;
    }

    public HostReadings listenQueues(long overflows, long drops, long synRetransmits) {
        listenQueues = new HostReading.ListenQueues(figure(overflows), figure(drops), figure(synRetransmits));
        return this;
    }

    public HostReadings conntrack(long entries, Limit max, long drops) {
        conntrack = new HostReading.Conntrack(figure(entries), max, figure(drops));
        return this;
    }

    public HostReadings cpu(long nanos) {
        cpuNanos = figure(nanos);
        return this;
    }

    public HostReading build() {
        return new HostReading(memory, tcp, listenQueues, conntrack, cpuNanos);
    }

    private static Seen figure(long value) {
        return Seen.ofNegativeNot(value);
    }
}
