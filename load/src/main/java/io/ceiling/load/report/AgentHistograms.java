package io.ceiling.load.report;

import java.io.Serializable;

/**
 * The histograms of one agent in nanoseconds, each as text in the encoding of HistogramLogWriter (compressed, base64), so
 * that they can be merged and written to .hlog files unchanged.
 *
 * @param connect intended start to established, since prepare
 * @param firstAnswer intended start to the first correct answer, since prepare
 * @param response exchanges since the last call of exchange, saturate or converse, from intended start
 * @param service the same, from actual send
 * @param delivery messages of channels since {@code forgetDeliveries} or prepare, from when whoever published them meant to
 *     send them; of use on that one's host alone
 * @param deliveryService the same, from when they were sent
 */
public record AgentHistograms(
        String connect, String firstAnswer, String response, String service, String delivery, String deliveryService)
        implements Serializable {

    private static final long serialVersionUID = 1;
}
