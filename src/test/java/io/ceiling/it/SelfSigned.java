package io.ceiling.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A certificate for 127.0.0.1 that nobody has signed but itself, made by the JDK's keytool. */
final class SelfSigned {

    static final String PASSWORD = "changeit";

    private SelfSigned() {}

    /** A new PKCS12 store with certificate and key. */
    static Path store(Path folder) throws IOException, InterruptedException {
        Path store = folder.resolve("store.p12");
        Process keytool = new ProcessBuilder(
                        JavaHomes.running().resolve("bin/keytool").toString(),
                        "-genkeypair",
                        "-keystore",
                        store.toString(),
                        "-storetype",
                        "PKCS12",
                        "-storepass",
                        PASSWORD,
                        "-keyalg",
                        "EC",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "san=dns:localhost,ip:127.0.0.1")
                .redirectErrorStream(true)
                .start();
        String said = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (keytool.waitFor() != 0) {
            throw new IOException(said);
        }
        return store;
    }
}
