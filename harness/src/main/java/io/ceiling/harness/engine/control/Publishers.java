package io.ceiling.harness.engine.control;

import io.ceiling.harness.reading.ChannelGauges;
import io.ceiling.harness.scenario.Publishing;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * The publishers of several servers as one: each publishes its share of the messages to channels of its own. Orders go
 * to one server after the other.
 */
public final class Publishers implements Publisher {

    // Difference between the seeds of two servers, larger than any number of steps.
    private static final int SEED_STEP = 1_000_003;

    private final List<Publisher> publishers;

    /** Combines the publishers of at least one server. */
    public Publishers(List<Publisher> publishers) {
        this.publishers = List.copyOf(publishers);
    }

    @Override
    public void connect() throws InterruptedException {
        for (Publisher publisher : publishers) {
            publisher.connect();
        }
    }

    /**
     * Makes every server begin to publish.
     *
     * @param publishing messages of all servers together; a rate of 0 makes each of them publish without pause
     * @param identifiers number of identifiers of each server
     */
    @Override
    public void start(Publishing publishing, int identifiers, int seed) throws InterruptedException {
        for (int i = 0; i < publishers.size(); i++) {
            publishers.get(i).start(publishing.at(share(publishing.perSecond(), i)), identifiers, seed + i * SEED_STEP);
        }
    }

    private int share(int perSecond, int index) {
        int count = publishers.size();
        int share = perSecond / count + (index < perSecond % count ? 1 : 0);
        // A share of 0 would mean a rate without pause.
        return perSecond == 0 ? 0 : Math.max(1, share);
    }

    /** Ends the publishing of every server. The duration is all messages divided by the sum of the servers' rates. */
    @Override
    public PublishedCount stop() throws InterruptedException {
        List<PublishedCount> all = new ArrayList<>();
        for (Publisher publisher : publishers) {
            all.add(publisher.stop());
        }
        long messages = all.stream().mapToLong(PublishedCount::messages).sum();
        double perNano = all.stream()
                .filter(one -> one.durationNanos() > 0)
                .mapToDouble(one -> (double) one.messages() / one.durationNanos())
                .sum();
        long longest =
                all.stream().mapToLong(PublishedCount::durationNanos).max().orElse(0);
        return new PublishedCount(
                messages,
                all.stream().mapToLong(PublishedCount::late).sum(),
                perNano > 0 ? Math.round(messages / perNano) : longest);
    }

    @Override
    public ChannelGauges gauges() {
        List<ChannelGauges> all = publishers.stream().map(Publisher::gauges).toList();
        return new ChannelGauges(
                new ChannelGauges.MessageCounts(
                        sum(all, each -> each.messages().published()),
                        sum(all, each -> each.messages().due()),
                        sum(all, each -> each.messages().written()),
                        sum(all, each -> each.messages().dropped()),
                        sum(all, each -> each.messages().publishedLate())),
                all.stream().anyMatch(ChannelGauges::publishing),
                sum(all, ChannelGauges::channels),
                sum(all, ChannelGauges::clients),
                all.stream().mapToLong(ChannelGauges::longestPauseNanos).max().orElse(-1),
                sum(all, ChannelGauges::slowClients));
    }

    private static long sum(List<ChannelGauges> all, ToLongFunction<ChannelGauges> counter) {
        boolean seen = all.stream().mapToLong(counter).noneMatch(value -> value < 0);
        return seen ? all.stream().mapToLong(counter).sum() : -1;
    }
}
