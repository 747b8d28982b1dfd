package io.ceiling.harness.run.external;

import io.ceiling.harness.model.ChannelGauges;
import io.ceiling.harness.model.Publishing;
import io.ceiling.harness.probe.GaugesFile;
import io.ceiling.harness.run.control.Publisher;
import java.util.Optional;

/**
 * The publisher of a server that keeps its counters to itself, unless they are in a file of this host.
 *
 * <p>Notes. It publishes to identifiers that have a subscriber. As long as there are no more clients than identifiers each of
 * those has one, so that every message published is due once. What the server gave up then counts as lost.
 */
final class ExternalPublisher implements Publisher {

    /** What nobody has counted. */
    static final ChannelGauges UNSEEN =
            new ChannelGauges(new ChannelGauges.Messages(0, 0, 0, 0, 0), false, 0, 0, -1, 0);

    private final Publisher publisher;
    private final Optional<GaugesFile> file;
    private long published;

    ExternalPublisher(Publisher publisher, Optional<GaugesFile> file) {
        this.publisher = publisher;
        this.file = file;
    }

    @Override
    public void connect() throws InterruptedException {
        publisher.connect();
    }

    @Override
    public void start(Publishing publishing, int identifiers, int seed) throws InterruptedException {
        publisher.start(publishing, identifiers, seed);
    }

    @Override
    public Published stop() throws InterruptedException {
        Published outcome = publisher.stop();
        published += outcome.messages();
        return outcome;
    }

    @Override
    public ChannelGauges gauges() {
        return file.map(GaugesFile::channels)
                .orElseGet(() -> new ChannelGauges(
                        new ChannelGauges.Messages(published, published, 0, 0, 0), false, 0, 0, -1, 0));
    }
}
