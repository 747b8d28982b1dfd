package io.ceiling.harness.reading;

/**
 * The times that the same requests or messages took, measured from two starts; they differ by the sender's own delay.
 *
 * @param response times from the intended start of a request or message
 * @param service times from its actual send
 */
public record Latencies(ResponseTimes response, ResponseTimes service) {

    public static final Latencies NONE = new Latencies(ResponseTimes.NONE, ResponseTimes.NONE);
}
