package io.ceiling.proxy;

import io.ceiling.container.Limit;
import io.ceiling.harness.os.ProcFiles;
import io.ceiling.harness.reading.Observation;
import io.ceiling.harness.reading.ProxyReading.ProxyLimitUse;
import io.ceiling.harness.scenario.LimitingFactor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The limits of an nginx by which it refuses clients or requests: {@code limit_conn} and {@code limit_req}. Only nginx
 * knows how much of them is used; its error log says when one of them refuses. Pure functions of the configuration.
 */
final class NginxLimits {

    private static final Pattern RATE = Pattern.compile("rate=(\\d+)r/([sm])");

    private NginxLimits() {}

    static List<ProxyLimitUse> uses(NginxConf conf) {
        List<ProxyLimitUse> uses = new ArrayList<>();
        for (NginxConf.Directive directive : conf.all("limit_conn")) {
            long most = directive.values().size() < 2
                    ? ProcFiles.UNSEEN
                    : ProcFiles.number(directive.values().get(1));
            if (most > 0) {
                uses.add(use(
                        LimitingFactor.PROXY_MAX_CONNECTIONS,
                        "limit_conn",
                        directive.values().get(0),
                        most));
            }
        }
        for (NginxConf.Directive directive : conf.all("limit_req")) {
            Optional<String> zone = value(directive, "zone=");
            zone.flatMap(name -> rate(conf, name)).ifPresent(uses::add);
        }
        return List.copyOf(uses);
    }

    private static Optional<ProxyLimitUse> rate(NginxConf conf, String zone) {
        return conf.all("limit_req_zone").stream()
                .filter(directive -> value(directive, "zone=")
                        .filter(value -> value.startsWith(zone + ":"))
                        .isPresent())
                .flatMap(directive -> directive.values().stream())
                .map(RATE::matcher)
                .filter(Matcher::matches)
                .findFirst()
                .map(rate -> use(
                        LimitingFactor.PROXY_REFUSAL,
                        "requests a %s of limit_req".formatted(rate.group(2).equals("s") ? "second" : "minute"),
                        zone,
                        ProcFiles.number(rate.group(1))));
    }

    // Nginx writes zones in quotes into its log.
    private static ProxyLimitUse use(LimitingFactor factor, String setting, String zone, long limit) {
        return new ProxyLimitUse(
                factor,
                setting,
                "zone \"%s\"".formatted(zone),
                Observation.NOT_SEEN,
                Limit.of(limit),
                Observation.NOT_SEEN);
    }

    private static Optional<String> value(NginxConf.Directive directive, String prefix) {
        return directive.values().stream()
                .filter(value -> value.startsWith(prefix))
                .findFirst()
                .map(value -> value.substring(prefix.length()));
    }
}
