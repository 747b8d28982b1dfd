package io.ceiling.capacity.predict;

import io.ceiling.capacity.prediction.LimitPrediction;
import io.ceiling.capacity.prediction.LimitPrediction.UnpredictedLimit;
import io.ceiling.capacity.prediction.PredictedLimit;
import io.ceiling.capacity.prediction.PredictedLimit.Basis;
import io.ceiling.harness.scenario.LimitingFactor;
import io.ceiling.harness.stats.Interval;
import java.util.List;
import java.util.OptionalLong;

/** The limits of a made-up server as they were predicted. */
public final class Predictions {

    public static final LimitPrediction WEBSOCKET = new LimitPrediction(
            List.of(
                    new PredictedLimit(
                            LimitingFactor.SERVER_CPU,
                            "processors=2.0",
                            40_000.5,
                            new Interval(30_000, Double.POSITIVE_INFINITY),
                            new Basis(
                                    "processor time of an exchange and of an idle connection",
                                    "processors",
                                    0.00005,
                                    Double.NaN,
                                    0.01,
                                    6,
                                    false,
                                    "0.1 exchanges/s of each connection, 500 us of processor time each;\nfull at 100 %")),
                    new PredictedLimit(
                            LimitingFactor.SERVER_FILE_DESCRIPTORS,
                            "nofile=4096",
                            4_036,
                            new Interval(4_036, 4_036),
                            new Basis("open descriptors", "", 1, 0, 60, 6, false, "")),
                    new PredictedLimit(
                            LimitingFactor.SERVER_HEAP,
                            "heap=96 MiB",
                            1_189.25,
                            new Interval(1_150.5, 1_230.75),
                            new Basis(
                                    "heap after a collection",
                                    "bytes",
                                    72_500.5,
                                    120.25,
                                    14_000_000,
                                    6,
                                    true,
                                    "met at 99 % of the heap, 97 to 100 % in the interval"))),
            List.of(
                    new UnpredictedLimit(
                            LimitingFactor.SERVER_THREADS,
                            "maxThreads=200",
                            "busy threads of the pool: does not rise with connections"),
                    new UnpredictedLimit(
                            LimitingFactor.HOST_MEMORY,
                            "available memory=512 MiB",
                            "memory of server, kernel and load generator on this host: does not rise by more than chance, so it is not met below 900 connections",
                            OptionalLong.of(900)),
                    new UnpredictedLimit(LimitingFactor.CONNTRACK_TABLE, "nf_conntrack_max", "the limit was not seen")),
            118);

    private Predictions() {}
}
