package io.ceiling.it.planted;

import io.ceiling.harness.container.ContainerVariant;
import io.ceiling.it.fixture.JavaHomes;
import io.ceiling.it.fixture.ServerKind;
import io.ceiling.it.fixture.StockKind;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The server of a draw and its JDK.
 *
 * @param ours one that {@code ceiling run} starts; empty for a stock server
 * @param stock one that is started from its distribution, for {@code ceiling probe}; empty for one of ours
 * @param newestJdk the newest one of the machine that has virtual threads; else the one that runs the build
 */
record DrawnServer(Optional<ServerKind> ours, Optional<StockKind> stock, boolean newestJdk) {

    static DrawnServer ours(ServerKind kind, boolean newestJdk) {
        return new DrawnServer(Optional.of(kind), Optional.empty(), newestJdk);
    }

    static DrawnServer stock(StockKind kind, boolean newestJdk) {
        return new DrawnServer(Optional.empty(), Optional.of(kind), newestJdk);
    }

    boolean isJetty() {
        return stock.map(StockKind::isJetty).orElseGet(() -> ours.map(ServerKind::variant)
                .map(ContainerVariant::container)
                .filter(container -> container.name().equals("jetty"))
                .isPresent());
    }

    String label() {
        return ours.map(ServerKind::toString)
                .or(() -> stock.map(StockKind::label))
                .orElseThrow();
    }

    Path javaHome() {
        return newestJdk ? JavaHomes.newestWithVirtualThreads().orElseGet(JavaHomes::running) : JavaHomes.running();
    }
}
