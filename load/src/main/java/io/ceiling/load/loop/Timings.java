package io.ceiling.load.loop;

import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.Histograms;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.HdrHistogram.Histogram;

/**
 * The histograms of one event loop or their sum, about 1.2 MB. Not thread-safe: an event loop reads and writes its own.
 */
public final class Timings {

    final Histogram connect = Histograms.empty();
    final Histogram firstAnswer = Histograms.empty();
    final Histogram response = Histograms.empty();
    final Histogram service = Histograms.empty();
    final Histogram delivery = Histograms.empty();
    final Histogram deliveryService = Histograms.empty();

    // Response times of each request of a mix, from 0 on.
    private final List<Histogram> requests = new ArrayList<>();

    void recordMixRequest(int request, long nanos) {
        record(requestHistogram(request), nanos);
    }

    private Histogram requestHistogram(int request) {
        while (requests.size() <= request) {
            requests.add(Histograms.empty());
        }
        return requests.get(request);
    }

    static void record(Histogram histogram, long nanos) {
        histogram.recordValue(Math.max(0, Math.min(nanos, Histograms.HIGHEST_NANOS)));
    }

    /**
     * Records the delivery of a message.
     *
     * @param responseNanos time since the message was intended to be sent
     * @param serviceNanos time since the message was sent
     */
    public void recordDelivery(long responseNanos, long serviceNanos) {
        record(delivery, responseNanos);
        record(deliveryService, serviceNanos);
    }

    /** Returns the time of the slowest connect, in ns; empty if there was none. */
    public OptionalLong slowestConnectNanos() {
        return slowest(connect);
    }

    /** Returns the time of the slowest first answer, in ns; empty if there was none. */
    public OptionalLong slowestFirstAnswerNanos() {
        return slowest(firstAnswer);
    }

    private static OptionalLong slowest(Histogram times) {
        return times.getTotalCount() == 0 ? OptionalLong.empty() : OptionalLong.of(times.getMaxValue());
    }

    void forgetExchanges() {
        response.reset();
        service.reset();
        requests.forEach(Histogram::reset);
    }

    /** Begins a new phase of messages. */
    public void forgetDeliveries() {
        delivery.reset();
        deliveryService.reset();
    }

    public void forget() {
        connect.reset();
        firstAnswer.reset();
        forgetExchanges();
        forgetDeliveries();
    }

    public void add(Timings other) {
        add(connect, other.connect);
        add(firstAnswer, other.firstAnswer);
        add(response, other.response);
        add(service, other.service);
        add(delivery, other.delivery);
        add(deliveryService, other.deliveryService);
        for (int i = 0; i < other.requests.size(); i++) {
            add(requestHistogram(i), other.requests.get(i));
        }
    }

    // Adds a histogram unless it is empty, as most are: adding an empty one takes as long as a full one.
    private static void add(Histogram sum, Histogram other) {
        if (other.getTotalCount() > 0) {
            sum.add(other);
        }
    }

    public AgentHistograms encode() {
        return new AgentHistograms(
                Histograms.encode(connect),
                Histograms.encode(firstAnswer),
                Histograms.encode(response),
                Histograms.encode(service),
                Histograms.encode(delivery),
                Histograms.encode(deliveryService),
                requests.stream().map(Histograms::encode).toList());
    }
}
