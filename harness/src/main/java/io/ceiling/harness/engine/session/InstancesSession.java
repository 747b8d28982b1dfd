package io.ceiling.harness.engine.session;

import io.ceiling.container.Limit;
import io.ceiling.harness.reading.LoadReading;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.Sample;
import io.ceiling.harness.reading.ServerReading;
import io.ceiling.harness.result.Evidence;
import io.ceiling.harness.result.Evidence.SilentServer;
import io.ceiling.harness.result.Step;
import io.ceiling.harness.scenario.CustomRequest;
import io.ceiling.harness.server.ServerPlace;
import io.ceiling.harness.server.ServerStartException;
import io.ceiling.harness.verdict.StuckServer;
import io.ceiling.harness.verdict.ramp.BlamedInstance;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Several servers of one scenario as one session: its readings are sums. The readings and the evidence of each server
 * stay separate as well, because each has limits of its own.
 */
abstract class InstancesSession implements ServerSession {

    // Largest number of servers whose threads are read: a few show the cause.
    private static final int MAX_DUMPED = 3;

    private final List<ServerSession> servers;
    // Queries the servers, each in a thread of its own if a hanging server must not delay the others.
    private final ExecutorService threads;

    private final Recorder recorder;
    private final ReadyServer started;

    /**
     * Combines servers that are ready. Reads them at once.
     *
     * @param servers sessions in the order of the instances; this session closes them
     * @param askedAtOnce number of servers that are read at the same time
     * @param startNanos start of the scenario, in the time of {@link RunClock#nanoTime}
     */
    InstancesSession(
            List<ServerSession> servers,
            int askedAtOnce,
            HostWatch hosts,
            Consumer<Sample> toCsv,
            RunClock clock,
            long startNanos) {
        this.servers = List.copyOf(servers);
        this.threads = threads(askedAtOnce);
        this.recorder = Recorder.ofInstances(
                servers.size(), this::read, this::glance, this::collect, hosts, toCsv, clock::nanoTime, startNanos);
        ReadyServer first = servers.get(0).started();
        this.started = new ReadyServer(first.server(), recorder.sampleNow(LoadReading.NONE), first.limits());
    }

    /** Starts one of several instances in its place. */
    interface InstanceStarter {
        ServerSession start(int number, ServerPlace place) throws InterruptedException;
    }

    /**
     * Starts servers and blocks until all of them are ready. If one does not start, all are stopped.
     *
     * @param places place of each server
     * @param atOnce number of servers that start at the same time
     * @throws ScenarioNotRunException if a server does not start; the message has its number
     */
    static List<ServerSession> startAll(List<ServerPlace> places, int atOnce, InstanceStarter starter)
            throws InterruptedException {
        AtomicReferenceArray<@Nullable ServerSession> started = new AtomicReferenceArray<>(places.size());
        ExecutorService starting = Executors.newFixedThreadPool(atOnce);
        boolean ready = false;
        try {
            List<Future<?>> starts = new ArrayList<>();
            for (int i = 0; i < places.size(); i++) {
                int index = i;
                starts.add(starting.submit(() -> {
                    started.set(index, starter.start(index + 1, places.get(index)));
                    return index;
                }));
            }
            for (int i = 0; i < places.size(); i++) {
                await(starts.get(i), i + 1, places.size());
            }
            ready = true;
            return all(started);
        } finally {
            // A start that is interrupted stops its own server.
            starting.shutdownNow();
            if (!ready && starting.awaitTermination(1, TimeUnit.MINUTES)) {
                all(started).forEach(ServerSession::close);
            }
        }
    }

    private static void await(Future<?> start, int number, int count) throws InterruptedException {
        try {
            Object ignored = start.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof ServerStartException || e.getCause() instanceof ScenarioNotRunException) {
                throw new ScenarioNotRunException("server %d of %d: %s"
                        .formatted(number, count, e.getCause().getMessage()));
            }
            throw new IllegalStateException("server %d of %d: %s".formatted(number, count, e.getCause()), e);
        }
    }

    private static List<ServerSession> all(AtomicReferenceArray<@Nullable ServerSession> started) {
        return IntStream.range(0, started.length())
                .mapToObj(started::get)
                .filter(Objects::nonNull)
                .map(Objects::requireNonNull)
                .toList();
    }

    final List<ServerSession> servers() {
        return servers;
    }

    abstract ServerReading sum(List<ServerReading> readings);

    /** Returns the failed step as one instance alone saw it. */
    abstract Step ofInstance(Step failed, int index);

    /** Returns the evidence with its number among the instances, if a reader of the evidence is to see it. */
    abstract Evidence numbered(Evidence evidence, int index);

    private static ExecutorService threads(int count) {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(count, count, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "instances");
                    thread.setDaemon(true);
                    return thread;
                });
        // At the ceiling of a server this host may have no thread left.
        int ignored = pool.prestartAllCoreThreads();
        return pool;
    }

    @Override
    public final Optional<String> failureOfSingleRequests(CustomRequest request) {
        return servers.get(0).failureOfSingleRequests(request);
    }

    // Queries each server, and returns the answers in the order of the instances.
    private <T> List<T> ofEach(Function<ServerSession, T> question) {
        List<CompletableFuture<T>> answers = servers.stream()
                .map(server -> CompletableFuture.supplyAsync(() -> question.apply(server), threads))
                .toList();
        try {
            return answers.stream().map(CompletableFuture::join).toList();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private Recorder.InstanceReadings read() {
        return together(ofEach(server -> server.recorder().read()));
    }

    private Recorder.InstanceReadings glance() {
        return together(ofEach(server -> server.recorder().glance()));
    }

    private Recorder.CollectedReadings collect(boolean steady) {
        List<Recorder.CollectedReadings> each =
                ofEach(server -> server.recorder().collect(steady));
        return new Recorder.CollectedReadings(
                each.stream().allMatch(Recorder.CollectedReadings::afterGc),
                together(each.stream().map(one -> one.servers().all()).toList()));
    }

    private Recorder.InstanceReadings together(List<ServerReading> each) {
        return new Recorder.InstanceReadings(sum(each), each);
    }

    @Override
    public final ReadyServer started() {
        return started;
    }

    @Override
    public final List<ReadyServer> otherInstances() {
        return servers.stream().skip(1).map(ServerSession::started).toList();
    }

    /** Returns the length of the shortest listen queue. */
    @Override
    public final Limit listenQueue() {
        return servers.stream()
                .map(ServerSession::listenQueue)
                .filter(Limit::isNumber)
                .min(Comparator.comparingLong(length -> length.orElse(0)))
                .orElseGet(() -> servers.get(0).listenQueue());
    }

    @Override
    public final Recorder recorder() {
        return recorder;
    }

    /** Returns the exit code of the first server that ended: without it the scenario is not the requested one. */
    @Override
    public final OptionalInt exitCode() {
        return servers.stream()
                .map(ServerSession::exitCode)
                .filter(OptionalInt::isPresent)
                .findFirst()
                .orElse(OptionalInt.empty());
    }

    @Override
    public final Optional<String> endReason() {
        return IntStream.range(0, servers.size())
                .filter(i -> servers.get(i).exitCode().isPresent())
                .mapToObj(i -> "server %d of %d ended with exit code %d"
                        .formatted(
                                i + 1, servers.size(), servers.get(i).exitCode().getAsInt()))
                .findFirst();
    }

    @Override
    public final Observation connections() {
        return sum(ServerSession::connections);
    }

    @Override
    public final Observation compilationNanos() {
        Observation all = sum(ServerSession::compilationNanos);
        return all.isSeen() ? Observation.of(all.orElse(0) / servers.size()) : all;
    }

    @Override
    public final double processors() {
        return servers.get(0).processors();
    }

    @Override
    public final Observation cpuNanos() {
        return sum(ServerSession::cpuNanos);
    }

    private Observation sum(Function<ServerSession, Observation> value) {
        return ofEach(value).stream().reduce(Observation.of(0), Observation::plus);
    }

    @Override
    public final Observation deepestLevel() {
        OptionalLong deepest = servers.stream()
                .flatMapToLong(server -> server.deepestLevel().value().stream())
                .max();
        return deepest.isPresent() ? Observation.of(deepest.getAsLong()) : Observation.NOT_SEEN;
    }

    @Override
    public final List<Evidence> evidence(Sample lastPassed, Step failed, String answer) {
        List<Sample> during = recorder.stepSamples();
        return IntStream.range(0, servers.size())
                .mapToObj(i -> {
                    Evidence own = servers.get(i)
                            .evidence(lastPassed.ofInstance(i), ofInstance(failed, i), answer)
                            .get(0);
                    return numbered(own, i)
                            .stepSamples(during.stream()
                                    .map(sample -> sample.ofInstance(i))
                                    .toList());
                })
                .toList();
    }

    @Override
    public final List<SilentServer> silentServers(List<Evidence> each) {
        List<SilentServer> silent = BlamedInstance.silentServers(each);
        List<SilentServer> looked = silent.stream()
                .limit(MAX_DUMPED)
                .map(server -> {
                    ThreadPlaces.ThreadSnapshot look =
                            servers.get(server.number() - 1).threads();
                    String places = StuckServer.places(look.crowd(), look.deadlock());
                    return server.at(places.isEmpty() ? look.pools().notSeen() : places);
                })
                .toList();
        return Stream.concat(looked.stream(), silent.stream().skip(MAX_DUMPED)).toList();
    }

    /** Stops the servers and blocks until all are gone. */
    @Override
    public void close() {
        List<Boolean> ignored = ofEach(server -> {
            server.close();
            return true;
        });
        threads.shutdown();
    }
}
