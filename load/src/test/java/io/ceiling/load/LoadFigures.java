package io.ceiling.load;

import io.ceiling.load.fixtures.ChannelServer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Measures the speed and memory of an agent in a process of its own against a server that has the WAR, beside other clients
 * in the same run, or for channels against a server of its own; docs/load-agent.md has the commands. Prints figures and judges
 * none.
 */
public final class LoadFigures {

    private LoadFigures() {}

    /**
     * The first argument is memory, setup, opening, requests, deliveries, flood, publish, held or all; the others are {@code
     * --name=value}.
     */
    public static void main(String[] arguments) throws Exception {
        FigureOptions given = FigureOptions.parse(arguments);
        if (arguments[0].equals("all")) {
            all(given);
        } else {
            ofOneAgent(given, agent -> print(arguments[0], agent, given));
        }
    }

    private interface Figure {
        void of(MeasuredAgent agent) throws Exception;
    }

    /** Measures with an agent of its own, whose code is compiled for this figure alone, as that of a user's is. */
    private static void ofOneAgent(FigureOptions given, Figure figure) throws Exception {
        List<String> prefix = List.of("prlimit", "--nofile=20000:20000", "--");
        try (ForkedAgent process = ForkedAgent.start(prefix, "--loops=" + given.text("loops", "1"))) {
            MeasuredAgent agent = new MeasuredAgent(process.linked(), process.pid());
            figure.of(agent);
            agent.link().end();
            process.awaitExit(MeasuredAgent.LONG);
            process.log().forEach(System.out::println);
        }
    }

    private static void print(String name, MeasuredAgent agent, FigureOptions given) throws Exception {
        try (ChannelServer channels = new ChannelServer();
                AnsweringServer tiny = new AnsweringServer(100)) {
            FigureOptions options =
                    given.otherwise("server", "127.0.0.1:" + (name.equals("opening") ? tiny.port() : channels.port()));
            OpeningFigures opening = new OpeningFigures(agent, options);
            ChannelFigures messages = new ChannelFigures(agent, options.with("workload", "channels"));
            switch (name) {
                case "memory" -> opening.memory();
                case "setup" -> opening.setup();
                case "opening" -> opening.opening().print();
                case "requests" -> new RequestFigures(agent, options).requests().print();
                case "deliveries" -> messages.deliveries(channels);
                case "flood" -> messages.flood().forEach(Ratio::print);
                case "publish" -> messages.publish();
                case "held" ->
                    new HeldFigure(options).held(options.number("servers", 11)).print();
                default ->
                    throw new IllegalArgumentException(
                            "expected memory, setup, opening, requests, deliveries, flood, publish, held or all: "
                                    + name);
            }
        }
    }

    /** Prints the ratios that hold on any machine; {@code --server} is Tomcat, {@code --c} the folder of the C programs. */
    private static void all(FigureOptions given) throws Exception {
        String c = given.text("c", ".");
        FigureOptions tomcat = given.otherwise("rounds", 7)
                .otherwise("wrk", 1)
                .with("name", "Tomcat")
                .with("client", c + "/client");
        Map<Ratio, String> goals = new LinkedHashMap<>();
        try {
            ofOneAgent(given, agent -> goals.put(new RequestFigures(agent, tomcat).requests(), "110 % of wrk"));
            try (Program server = Program.start(c + "/server", "PORT")) {
                FigureOptions bare = tomcat.with("server", server.address()).with("name", "bare server");
                ofOneAgent(
                        given,
                        agent -> goals.put(new OpeningFigures(agent, opens(bare)).opening(), "90 % of a C client"));
            }
            ofOneAgent(
                    given,
                    agent -> goals.put(new OpeningFigures(agent, opens(tomcat)).opening(), "80 % of a C client"));
            try (Program server = Program.start(c + "/flood", "server", "PORT", given.text("elements", "1383"))) {
                FigureOptions flood = tomcat.with("server", server.address())
                        .with("flood", c + "/flood")
                        .with("workload", "channels");
                ofOneAgent(given, agent -> {
                    List<Ratio> deliveries = new ChannelFigures(agent, flood).flood();
                    goals.put(deliveries.get(0), "60 % of a C client");
                    goals.put(deliveries.get(1), "");
                });
            }
            for (int servers : new int[] {11, 1}) {
                goals.put(new HeldFigure(given.with("rounds", 3)).held(servers), "3 % at most");
            }
        } finally {
            // Those that were measured, whatever happened to the next.
            Ratio.table(goals);
        }
    }

    /** An agent needs 40 000 connections until its code is compiled. */
    private static FigureOptions opens(FigureOptions options) {
        return options.with("connections", 16_000).with("warm-up", 3);
    }
}
