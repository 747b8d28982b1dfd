package io.ceiling.harness.engine.ramp;

import io.ceiling.harness.fleet.FakeAgent;
import io.ceiling.harness.fleet.QuietAgent;
import io.ceiling.load.loop.Pace;
import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.AgentProcess;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.ConnectionCounts;
import io.ceiling.load.report.Counts;
import io.ceiling.load.report.ExchangeCounts;
import io.ceiling.load.report.FailureCause;
import io.ceiling.load.report.Failures;
import io.ceiling.load.report.LoopTimes;
import io.ceiling.load.report.Usage;
import io.ceiling.load.workload.LoadPlan;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * An agent in memory whose server has a number of places, serves each request for the same time, and lets those who wait in
 * in the order in which they came.
 */
final class PoolAgent extends QuietAgent {

    private static final AgentProcess PROCESS =
            new AgentProcess(0, 0, Usage.of(10, 100), Usage.of(20, 100), 50L, 0, 0, LoopTimes.NONE);

    /** Something that happens at a time; of the same time, in the order in which it was planned. */
    private record Event(long nanos, long number, Runnable action) {}

    private static final class Client {
        private boolean answeredOnce;
        private boolean closed;
        /** Number of its requests so far. */
        private int requests;
        /** Number of its answers so far. */
        private int answers;
    }

    private final LongSupplier clock;
    private final int places;
    private final long serviceNanos;
    private final PriorityQueue<Event> events =
            new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparingLong(Event::number));
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final List<Client> clients = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private long planned;
    private long now;
    private int serving;
    private long sloNanos;
    private long saturatedUntil;
    private long conversedUntil;
    private long pauseNanos;
    private long asked;
    private long served;
    private long exchangesAsked;
    private long exchangesAnswered;
    private long late;
    private long refused;
    private int mostWaiting = Integer.MAX_VALUE;
    private long tokenNanos;
    private long savedUpNanos;
    /** Time at which all tokens are saved up again. */
    private long allSavedNanos;

    /** From now on no more than that many wait: who finds no place is refused. */
    PoolAgent refusingBeyond(int waiting) {
        mostWaiting = waiting;
        return this;
    }

    /** From now on a request waits for a token before it waits for a place: so many a second, that many saved up. */
    PoolAgent behindTokens(double perSecond, int savedUp) {
        tokenNanos = (long) (1e9 / perSecond);
        savedUpNanos = savedUp * tokenNanos;
        return this;
    }

    PoolAgent(LongSupplier clock, int places, long serviceNanos) {
        this.clock = clock;
        this.places = places;
        this.serviceNanos = serviceNanos;
    }

    int inServer() {
        goOn();
        return serving + waiting.size();
    }

    private void at(long nanos, Runnable action) {
        events.add(new Event(nanos, planned++, action));
    }

    private void goOn() {
        long until = clock.getAsLong();
        while (!events.isEmpty() && events.peek().nanos() <= until) {
            Event next = events.remove();
            now = Math.max(now, next.nanos());
            next.action().run();
        }
        now = until;
    }

    private void ask(Client client) {
        if (client.closed) {
            return;
        }
        int number = ++client.requests;
        long from = now;
        if (client.answeredOnce) {
            exchangesAsked++;
        }
        at(now + sloNanos + 1, () -> {
            if (!client.closed && client.answers < number) {
                late++;
                client.closed = true;
            }
        });
        if (serving == places && waiting.size() >= mostWaiting) {
            client.closed = true;
            refused++;
            return;
        }
        long token = Math.max(now, allSavedNanos - savedUpNanos);
        allSavedNanos = Math.max(now, allSavedNanos) + tokenNanos;
        if (token > now) {
            at(token, () -> enter(() -> answered(client, from)));
        } else {
            enter(() -> answered(client, from));
        }
    }

    private void enter(Runnable answer) {
        if (serving == places) {
            waiting.add(answer);
            return;
        }
        serving++;
        at(now + serviceNanos, () -> {
            serving--;
            if (!waiting.isEmpty()) {
                enter(waiting.remove());
            }
            answer.run();
        });
    }

    private void answered(Client client, long from) {
        if (client.closed) {
            return;
        }
        client.answers++;
        if (client.answeredOnce) {
            exchangesAnswered++;
            times.add(now - from);
        } else {
            client.answeredOnce = true;
            served++;
        }
        if (now < saturatedUntil) {
            ask(client);
        } else if (now + pauseNanos < conversedUntil) {
            at(now + pauseNanos, () -> ask(client));
        }
    }

    private List<Client> alive() {
        return clients.stream()
                .filter(client -> client.answeredOnce && !client.closed)
                .toList();
    }

    @Override
    public void prepare(LoadPlan plan) {
        goOn();
        clients.forEach(client -> client.closed = true);
        clients.clear();
        sloNanos = plan.timeouts().answerNanos();
        saturatedUntil = 0;
        conversedUntil = 0;
        asked = 0;
        served = 0;
        late = 0;
        refused = 0;
        forgetExchanges();
    }

    private void forgetExchanges() {
        exchangesAsked = 0;
        exchangesAnswered = 0;
        times.clear();
    }

    @Override
    public void open(int connections, double perSecond) {
        goOn();
        asked += connections;
        for (int i = 0; i < connections; i++) {
            Client client = new Client();
            clients.add(client);
            at(now + (long) (i / perSecond * 1e9), () -> ask(client));
        }
    }

    @Override
    public void exchange(double perSecond) {
        goOn();
        forgetExchanges();
        alive().forEach(this::ask);
    }

    @Override
    public void saturate(long durationNanos) {
        goOn();
        forgetExchanges();
        saturatedUntil = now + durationNanos;
    }

    @Override
    public void converse(Pace pace) {
        goOn();
        saturatedUntil = 0;
        conversedUntil = now + pace.durationNanos();
        if (pace.durationNanos() > 0) {
            forgetExchanges();
            pauseNanos = pace.minIdleNanos();
            alive().forEach(this::ask);
        }
    }

    @Override
    public void trim(int keep) {
        goOn();
        for (int i = clients.size() - 1; i >= keep; i--) {
            clients.get(i).closed = true;
            clients.remove(i);
        }
    }

    @Override
    public void forgetTimes() {
        times.clear();
    }

    @Override
    public AgentReport report() {
        goOn();
        long alive = alive().size();
        long pending = clients.stream()
                .filter(client -> !client.answeredOnce && !client.closed)
                .count();
        return new AgentReport(
                1,
                "pool",
                Counts.of(
                        new ConnectionCounts(asked, pending, served, alive, 0, 0, 0),
                        new Failures(failures(), Map.of()),
                        new ExchangeCounts(exchangesAsked, exchangesAnswered, 0, 0)),
                PROCESS);
    }

    private Map<FailureCause, Long> failures() {
        Map<FailureCause, Long> failures = new EnumMap<>(FailureCause.class);
        if (late > 0) {
            failures.put(FailureCause.ANSWER_TIMEOUT, late);
        }
        if (refused > 0) {
            failures.put(FailureCause.UNEXPECTED_STATUS, refused);
        }
        return failures;
    }

    @Override
    public AgentHistograms histograms() {
        String none = FakeAgent.encoded();
        String response =
                FakeAgent.encoded(times.stream().flatMapToLong(LongStream::of).toArray());
        return new AgentHistograms(none, none, response, response, none, none);
    }
}
