package io.ceiling.harness.run.watch;

import io.ceiling.harness.model.OneLine;
import io.ceiling.harness.model.Target;
import io.ceiling.harness.probe.TargetProbe;
import io.ceiling.harness.probe.TargetSocketsProbe;
import io.ceiling.harness.report.console.WatchTable;
import io.ceiling.harness.report.csv.WatchCsv;
import io.ceiling.harness.run.ExitCode;
import io.ceiling.harness.run.Run;
import io.ceiling.harness.run.external.ExternalCheck;
import io.ceiling.harness.run.external.ExternalServerException;
import io.ceiling.harness.run.external.TargetLines;
import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;

/** Watches a server that the harness did not start beside a load tool that is not its own, and puts no load on it. */
public final class WatchRunner {

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
        Target where = request.server().target();
        ToolProcess.requireFound(request.command().get(0));
        ExternalCheck.requireListening(where);
        try (TargetProbe probe =
                TargetProbe.open(where, request.server().pid(), request.server().jmx())) {
            TargetLines.of(List.of(probe.target())).forEach(run.out()::println);
            TargetSocketsProbe sockets = new TargetSocketsProbe(
                    InetAddress.getByName(where.endpoint().address()),
                    where.endpoint().port());
            return run.measure(request.run(), context -> {
                context.folder().writeTargets(List.of(probe.target()));
                return watch(request, context, new WatchedServer(probe, sockets, context.facts(), request.jdk()));
            });
        } catch (IOException e) {
            throw new ExternalServerException(
                    "%s: %s".formatted(where.endpoint().url(), e.getMessage()));
        }
    }

    private int watch(WatchRequest request, Run.Context context, WatchedServer server) throws InterruptedException {
        try (WatchCsv csv = WatchCsv.open(context.folder().path());
                ToolProcess tool = ToolProcess.start(
                        request.command(), context.folder().path().resolve("tool.log"), run.out())) {
            WatchLoop.Outcome outcome = new WatchLoop(server, tool, request.every(), sample -> context.folder()
                            .appendSample(server.watched().scenario(), sample.sample()))
                    .run();
            outcome.limits().forEach(csv::append);
            int code = tool.exitCode();
            WatchTable.lines(outcome.limits(), outcome.durationNanos(), nearest(outcome))
                    .forEach(tool.output()::println);
            tool.output()
                    .println(WatchTable.cost(
                            outcome.cost().readings(),
                            outcome.cost().medianNanos(),
                            outcome.cost().mostConnections()));
            if (code != 0) {
                throw new LoadToolException("the load tool %s ended with exit code %d after %.1f s%s"
                        .formatted(request.command().get(0), code, outcome.durationNanos() / 1e9, lastLine(tool)));
            }
            return ExitCode.OK;
        }
    }

    private static Optional<String> nearest(WatchLoop.Outcome outcome) {
        return outcome.nearest().map(limit -> "%s at %.1f s".formatted(limit.words(), limit.elapsedNanos() / 1e9));
    }

    private static String lastLine(ToolProcess tool) {
        String line = tool.output().lastLine();
        return line.isEmpty() ? "" : "; its last line: " + OneLine.of(line);
    }
}
