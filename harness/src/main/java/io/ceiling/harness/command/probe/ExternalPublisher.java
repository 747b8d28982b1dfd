package io.ceiling.harness.command.probe;

import io.ceiling.harness.engine.control.Publisher;
import io.ceiling.harness.observe.GaugesFile;
import io.ceiling.harness.reading.ChannelGauges;
import io.ceiling.harness.scenario.Publishing;
import java.util.Optional;

/**
 * The publisher of an external server, whose counters are visible only through a file on this host, if at all.
 *
 * <p>Notes. Without the file, each published message counts as due once. That is correct while there are no more
 * clients than identifiers, since the server publishes only to identifiers that have a subscriber. Messages that the
 * server dropped then count as lost.
 */
final class ExternalPublisher implements Publisher {

    /** The counters of a server whose counters cannot be read. */
    static final ChannelGauges UNSEEN =
            new ChannelGauges(new ChannelGauges.MessageCounts(0, 0, 0, 0, 0), false, 0, 0, -1, 0);

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
    public PublishedCount stop() throws InterruptedException {
        PublishedCount outcome = publisher.stop();
        published += outcome.messages();
        return outcome;
    }

    @Override
    public ChannelGauges gauges() {
        return file.map(GaugesFile::channels)
                .orElseGet(() -> new ChannelGauges(
                        new ChannelGauges.MessageCounts(published, published, 0, 0, 0), false, 0, 0, -1, 0));
    }
}
