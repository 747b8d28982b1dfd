package io.ceiling.traffic;

import io.ceiling.harness.result.Doubts;
import io.ceiling.harness.result.ResourceUse;
import io.ceiling.harness.result.WarmUp;
import io.ceiling.load.report.ExchangeCounts;
import java.util.List;
import java.util.Locale;

/**
 * The response times of a warm server at a stated share of the highest rate that it answered.
 *
 * @param percent share of the highest rate, in percent
 * @param highest the highest rate
 * @param durationNanos time for which requests were sent, in ns
 * @param warmUp requests at this rate that did not count
 * @param exchanges requests and answers
 * @param failed number of connections that failed
 * @param resources resource use in the measured time
 */
record StatedLoad(
        int percent,
        HighestRate highest,
        long durationNanos,
        WarmUp warmUp,
        ExchangeFigures exchanges,
        long failed,
        ResourceUse resources) {

    /** Returns the requests per second that the connections would send if answers took no time. */
    public double offeredPerSecond() {
        return highest.perSecond() * percent / 100;
    }

    /** Returns the share of the requests that were sent more than 1 ms late; NaN if none was sent. */
    public double lateShare() {
        ExchangeCounts requests = exchanges.requests();
        return requests.planned() == 0 ? Double.NaN : (double) requests.late() / requests.planned();
    }

    /** Returns the reasons to doubt the figures; empty if there are none. */
    public List<String> marks() {
        double offered = offeredPerSecond() * durationNanos / 1e9;
        ExchangeCounts requests = exchanges.requests();
        return new Doubts()
                .addText(warmUp.mark().orElse(""))
                .addShortfall(requests.answered(), offered)
                .addLateShare(requests.late(), requests.planned())
                .addBusyProcess("a load agent", resources.coresPerAgent())
                .addIf(failed > 0, "%.0f connections failed", (double) failed)
                .addText(rateOrigin())
                .marks();
    }

    private String rateOrigin() {
        if (highest.isHostLimited()) {
            return String.format(
                    Locale.ROOT,
                    "the highest rate is that of this host, whose processors were full: server %.2f, load generator %.2f",
                    highest.serverCores(),
                    highest.loaderCores());
        }
        if (highest.isAgentLimited()) {
            return String.format(
                    Locale.ROOT,
                    "the highest rate is that of the load generator, whose processes used %.2f processors each",
                    highest.peakUse().agentCores());
        }
        return "the highest rate may be that of the connections, each of which waits for its answer, since no processor was full: more of them would tell";
    }
}
