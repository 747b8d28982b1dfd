package io.ceiling.harness.probe;

import io.ceiling.harness.model.BusiestThread;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The processes that are one server: a single one, or a parent with the workers among which connections are divided.
 *
 * <p>Thread-safe. Memory, processor time and threads are sums; the descriptors are those of the process that has most of them open,
 * since each has the limit for itself. A worker that is gone counts nothing. All figures are -1 if the parent is not seen.
 */
final class ServerProcesses {

    private final ProcessReader parent;
    private final List<ProcessReader> all;
    private final List<ThreadTimes> threads;

    private ServerProcesses(ProcessReader parent, List<ProcessReader> workers) {
        this.parent = parent;
        this.all = Stream.concat(Stream.of(parent), workers.stream()).toList();
        this.threads = all.stream().map(ProcessReader::threadTimes).toList();
    }

    static ServerProcesses of(ProcessReader process) {
        return new ServerProcesses(process, List.of());
    }

    /** Returns the process with those that it, and they in turn, have started until now. */
    static ServerProcesses withWorkers(long pid) {
        return new ServerProcesses(
                new ProcessReader(pid),
                ProcessHandle.of(pid).stream()
                        .flatMap(ProcessHandle::descendants)
                        .map(worker -> new ProcessReader(worker.pid()))
                        .toList());
    }

    /** Returns threads and resident memory. Pages that several processes share count for each of them. */
    ProcessReader.Status status() {
        List<ProcessReader.Status> each =
                all.stream().map(ProcessReader::status).toList();
        return new ProcessReader.Status(
                (int) sum(each.stream().mapToLong(ProcessReader.Status::threads)),
                sum(each.stream().mapToLong(ProcessReader.Status::rssBytes)));
    }

    /** Returns the proportional set in bytes: pages that several processes share count once. */
    long pssBytes() {
        return sum(ProcessReader::pssBytes);
    }

    long cpuNanos() {
        return sum(ProcessReader::cpuNanos);
    }

    /** Returns the open descriptors of the process that has most. */
    long openDescriptors() {
        return all.stream().mapToLong(ProcessReader::openDescriptors).max().orElse(ProcFiles.UNSEEN);
    }

    /** Returns the busiest thread of all, as {@link ThreadTimes#busiest}. */
    BusiestThread busiestThread(int count) {
        return threads.stream()
                .map(times -> times.busiest(count))
                .max(Comparator.comparing(thread -> thread.cpuNanos().orElse(ProcFiles.UNSEEN)))
                .orElse(BusiestThread.NOT_SEEN);
    }

    private long sum(ToLongFunction<ProcessReader> figure) {
        return sum(all.stream().mapToLong(figure));
    }

    /** Returns the sum of figures, of which the first is the parent's. */
    private static long sum(LongStream figures) {
        long[] each = figures.toArray();
        return each[0] < 0
                ? ProcFiles.UNSEEN
                : LongStream.of(each).filter(figure -> figure > 0).sum();
    }

    /** Returns the process that was started, which has the settings of all. */
    ProcessReader parent() {
        return parent;
    }
}
