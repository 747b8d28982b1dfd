package io.ceiling.harness.verdict;

import io.ceiling.harness.model.LimitingFactor;
import io.ceiling.harness.model.LogFinding;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds the lines of a proxy's error log that point to a limit. Pure functions. */
public final class ProxyLog {

    private static final int MOST_CHARACTERS = 300;

    private ProxyLog() {}

    /** Returns the findings in lines that the log has got during a step, in their order. */
    public static List<LogFinding> findings(List<String> lines) {
        List<LogFinding> findings = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i);
            Optional<LimitingFactor> factor = factorOf(line);
            if (factor.isPresent()) {
                String cut = line.length() > MOST_CHARACTERS ? line.substring(0, MOST_CHARACTERS) : line;
                findings.add(new LogFinding(factor.get(), i + 1, cut, 0, -1));
            }
        }
        return List.copyOf(findings);
    }

    private static Optional<LimitingFactor> factorOf(String line) {
        if (line.contains("worker_connections are not enough")) {
            return Optional.of(LimitingFactor.PROXY_WORKER_CONNECTIONS);
        }
        if (line.contains("(24: ") || line.contains("Too many open files")) {
            return Optional.of(LimitingFactor.PROXY_FILE_DESCRIPTORS);
        }
        if (line.contains("limiting connections by zone") || line.contains("server reached MaxRequestWorkers")) {
            return Optional.of(LimitingFactor.PROXY_MAX_CONNECTIONS);
        }
        if (line.contains("limiting requests, excess")) {
            return Optional.of(LimitingFactor.PROXY_REFUSAL);
        }
        boolean upstream = line.contains("upstream");
        if (upstream && line.contains("(99: ")) {
            return Optional.of(LimitingFactor.PROXY_UPSTREAM_PORTS);
        }
        boolean waited = line.contains("upstream timed out")
                || line.contains("no live upstreams")
                || line.contains("upstream prematurely closed")
                || (line.contains("connect() failed") && line.contains("while connecting to upstream"));
        return waited ? Optional.of(LimitingFactor.PROXY_UPSTREAM) : Optional.empty();
    }
}
