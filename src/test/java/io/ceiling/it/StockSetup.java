package io.ceiling.it;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a stock server is given beyond its own configuration.
 *
 * @param settings of the WAR, given the way that docs/drop-in.md tells
 * @param jvmOptions of its JVM
 * @param maxThreads of its pool for requests; its own default if empty
 * @param certificate a PKCS12 store, with which it speaks TLS on a second port; a Tomcat alone
 * @param idleMillis after which it closes a connection that sends nothing; its own default if empty
 * @param modules of a Jetty, beside those that the WAR needs
 */
record StockSetup(
        Map<String, String> settings,
        List<String> jvmOptions,
        Optional<Integer> maxThreads,
        Optional<Path> certificate,
        Optional<Integer> idleMillis,
        List<String> modules) {

    static StockSetup of(Map<String, String> settings) {
        return new StockSetup(settings, List.of(), Optional.empty(), Optional.empty(), Optional.empty(), List.of());
    }

    StockSetup withJvmOptions(List<String> options) {
        return new StockSetup(settings, options, maxThreads, certificate, idleMillis, modules);
    }

    StockSetup withMaxThreads(int threads) {
        return new StockSetup(settings, jvmOptions, Optional.of(threads), certificate, idleMillis, modules);
    }

    StockSetup withCertificate(Path store) {
        return new StockSetup(settings, jvmOptions, maxThreads, Optional.of(store), idleMillis, modules);
    }

    StockSetup withIdleMillis(int millis) {
        return new StockSetup(settings, jvmOptions, maxThreads, certificate, Optional.of(millis), modules);
    }

    StockSetup withModules(List<String> more) {
        return new StockSetup(settings, jvmOptions, maxThreads, certificate, idleMillis, more);
    }
}
