package io.ceiling.load.loop;

import io.ceiling.load.report.AgentHistograms;
import io.ceiling.load.report.Histograms;
import org.HdrHistogram.Histogram;

/** The histograms of one event loop, written by its thread alone; about 170 KiB each. */
public final class Timings {

    final Histogram connect = Histograms.empty();
    final Histogram firstAnswer = Histograms.empty();
    final Histogram response = Histograms.empty();
    final Histogram service = Histograms.empty();
    final Histogram delivery = Histograms.empty();
    final Histogram deliveryService = Histograms.empty();

    static void record(Histogram histogram, long nanos) {
        histogram.recordValue(Math.max(0, Math.min(nanos, Histograms.HIGHEST_NANOS)));
    }

    /** A message came, that long after it was meant to be sent, and that long after it was. */
    public void delivered(long responseNanos, long serviceNanos) {
        record(delivery, responseNanos);
        record(deliveryService, serviceNanos);
    }

    void forgetExchanges() {
        response.reset();
        service.reset();
    }

    void forgetDeliveries() {
        delivery.reset();
        deliveryService.reset();
    }

    void forgetTimes() {
        connect.reset();
        firstAnswer.reset();
        forgetExchanges();
    }

    void forget() {
        forgetTimes();
        forgetDeliveries();
    }

    public void add(Timings other) {
        connect.add(other.connect);
        firstAnswer.add(other.firstAnswer);
        response.add(other.response);
        service.add(other.service);
        delivery.add(other.delivery);
        deliveryService.add(other.deliveryService);
    }

    public AgentHistograms encoded() {
        return new AgentHistograms(
                Histograms.encode(connect),
                Histograms.encode(firstAnswer),
                Histograms.encode(response),
                Histograms.encode(service),
                Histograms.encode(delivery),
                Histograms.encode(deliveryService));
    }
}
