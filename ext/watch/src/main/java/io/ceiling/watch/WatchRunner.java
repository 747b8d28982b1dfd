package io.ceiling.watch;

import io.ceiling.harness.command.probe.ExternalCheck;
import io.ceiling.harness.command.probe.ExternalServerException;
import io.ceiling.harness.command.probe.TargetLines;
import io.ceiling.harness.observe.TargetProbe;
import io.ceiling.harness.observe.ToolConnectionsProbe;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.scenario.Target;
import io.ceiling.harness.text.OneLine;
import io.ceiling.load.http.HttpRequest;
import io.ceiling.watch.verdict.ToolReport;
import io.ceiling.watch.verdict.WatchedConcurrency;
import io.ceiling.watch.verdict.WatchedRun;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/**
 * Watches an external server under a load tool. It sends nothing while the tool runs; afterwards it sends a few single
 * requests, if their time shows which requests waited.
 */
final class WatchRunner {

    // Shortest time without a reading at the end of a run that is reported, in ns.
    private static final long LEAST_UNREAD_NANOS = 1_500_000_000;

    private final Run run;

    public WatchRunner(Run run) {
        this.run = run;
    }

    /**
     * Blocks until the tool has ended. On return nothing that it started is left.
     *
     * @return the exit code: 0 if the tool ended with 0
     * @throws ExternalServerException if the server cannot be watched; no folder is created then
     * @throws LoadToolException if the tool cannot be found, which creates no folder, or ends with an error
     */
    public int run(WatchRequest request) throws InterruptedException {
        Target target = request.server().target();
        ToolProcess.requireFound(request.command().get(0));
        ExternalCheck.requireListening(target);
        try (TargetProbe probe = TargetProbe.open(
                target, request.server().pid(), request.server().jmx())) {
            TargetLines.of(List.of(probe.target())).forEach(run.out()::println);
            ToolConnectionsProbe sockets = new ToolConnectionsProbe(
                    InetAddress.getByName(target.endpoint().address()),
                    target.endpoint().port(),
                    target.endpoint().tls());
            return run.measure(request.run(), context -> {
                context.folder().writeTargets(List.of(probe.target()));
                return watch(request, context, new WatchedServer(probe, sockets, context.facts(), request.jdk()));
            });
        } catch (IOException e) {
            throw new ExternalServerException(
                    "%s: %s".formatted(target.endpoint().url(), e.getMessage()));
        }
    }

    private int watch(WatchRequest request, Run.Context context, WatchedServer server) throws InterruptedException {
        try (WatchCsv csv = new WatchCsv(context.folder().path());
                ToolProcess tool = ToolProcess.start(
                        request.command(), context.folder().details().resolve("tool.log"), run.out())) {
            WatchLoop.WatchResult outcome = new WatchLoop(server, tool, request.every(), sample -> context.folder()
                            .appendSample(server.watched().scenario(), sample.sample()))
                    .run();
            int code = tool.exitCode();
            WatchVerdict verdict = verdict(request, server, outcome, tool.output());
            verdict.limits().forEach(csv::append);
            WatchTable.lines(verdict, outcome.durationNanos(), unreadNanos(request), nearest(outcome))
                    .forEach(tool.output()::println);
            WatchLoop.ReadingCost cost = outcome.cost();
            tool.output()
                    .println(WatchTable.cost(
                            cost.readings(),
                            cost.threadSnapshots(),
                            cost.nanos(),
                            outcome.durationNanos(),
                            cost.mostConnections()));
            if (code != 0) {
                throw new LoadToolException("the load tool %s ended with exit code %d after %.1f s%s"
                        .formatted(request.command().get(0), code, outcome.durationNanos() / 1e9, lastLine(tool)));
            }
            return ExitCode.OK;
        }
    }

    // Returns the verdict on the whole run; sends a few single requests first, if their time is missing.
    private static WatchVerdict verdict(
            WatchRequest request, WatchedServer server, WatchLoop.WatchResult outcome, ToolOutput output)
            throws InterruptedException {
        WatchedRun watchedRun = new WatchedRun(
                outcome.moments(),
                outcome.busiestWindow(),
                server.atRest(),
                outcome.threadSnapshots(),
                ToolReport.of(output.tail()),
                server.process());
        SingleRequests single = SingleRequests.none("no single request was sent");
        if (WatchedConcurrency.needsSingleRequest(server.watched(), watchedRun, outcome.limits())) {
            Target target = request.server().target();
            Optional<HttpRequest> singleRequest = request.singleRequest()
                    .or(() -> ToolUrl.of(request.command(), target.endpoint())
                            .map(url -> HttpRequest.get(ToolUrl.pathOf(url.toString()))));
            single = singleRequest.isEmpty()
                    ? SingleRequests.none(
                            "the time of a single request is not known (watch URL with the path that the tool asks,"
                                    + " and with --method and --data if it sends others than GET, would tell)")
                    : SingleRequests.send(target.atRoot(), singleRequest.get());
            if (single.time().isPresent()) {
                output.println(single.description());
            }
        }
        return WatchedConcurrency.of(
                server.watched(), watchedRun, outcome.limits(), single.time(), single.description());
    }

    private static long unreadNanos(WatchRequest request) {
        return Math.max(LEAST_UNREAD_NANOS, 2 * request.every().toNanos());
    }

    private static Optional<String> nearest(WatchLoop.WatchResult outcome) {
        return outcome.nearest()
                .map(limit -> "%s at %.1f s".formatted(limit.description(), limit.elapsedNanos() / 1e9));
    }

    private static String lastLine(ToolProcess tool) {
        String line = tool.output().lastLine();
        return line.isEmpty() ? "" : "; its last line: " + OneLine.of(line);
    }
}
