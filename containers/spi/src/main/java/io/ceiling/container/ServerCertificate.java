package io.ceiling.container;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.security.interfaces.ECPublicKey;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * The certificate of one server process, with its key. The server makes it when it starts and signs it itself; the key
 * never leaves the process and its private folder. Clients trust this certificate alone: the READY line carries it.
 */
public final class ServerCertificate {

    private static final String ALIAS = "ceiling";
    // This name appears in the certificate's key and in the readings.
    private static final String CURVE = "secp256r1";

    private static final long PATIENCE_SECONDS = 60;
    private static final int HANDSHAKE_MILLIS = 30_000;

    private final KeyStore keys;
    private final String password;
    private final SSLContext context;

    private ServerCertificate(KeyStore keys, String password) throws GeneralSecurityException {
        this.keys = keys;
        this.password = password;
        KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        own.init(keys, password.toCharArray());
        // Only the certificate: the JDK does not trust an entry with a key.
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        try {
            trusted.load(null, null);
        } catch (IOException e) {
            throw new IllegalStateException("nothing is read", e);
        }
        trusted.setCertificateEntry(ALIAS, keys.getCertificate(ALIAS));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        context = SSLContext.getInstance("TLS");
        context.init(own.getKeyManagers(), trust.getTrustManagers(), null);
    }

    /**
     * Makes a certificate with the keytool of this JVM. Blocks for about a second.
     *
     * @param workFolder private folder of this process
     * @throws IllegalStateException if keytool makes none
     */
    public static ServerCertificate create(Path workFolder)
            throws IOException, GeneralSecurityException, InterruptedException {
        Path folder = Files.createDirectory(
                workFolder.resolve("tls"),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        String password = drawn();
        // The password is in a file, because other users see the arguments of a process.
        Path secret = Files.writeString(folder.resolve("password"), password);
        Path store = folder.resolve("server.p12");
        makeWithKeytool(store, secret, folder.resolve("keytool.log"));
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream content = Files.newInputStream(store)) {
            keys.load(content, password.toCharArray());
        }
        Files.delete(secret);
        Files.delete(store);
        return new ServerCertificate(keys, password);
    }

    private static String drawn() {
        byte[] random = new byte[24];
        new SecureRandom().nextBytes(random);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    }

    private static void makeWithKeytool(Path store, Path secret, Path log) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        // A small JVM that starts quickly, because the host is about to be measured.
        command.addAll(List.of("-J-Xmx64m", "-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-genkeypair"));
        command.addAll(List.of("-alias", ALIAS, "-keyalg", "EC", "-groupname", CURVE, "-sigalg", "SHA256withECDSA"));
        command.addAll(List.of("-dname", "CN=ceiling", "-ext", "san=dns:localhost,ip:127.0.0.1", "-validity", "365"));
        command.addAll(List.of("-storetype", "PKCS12", "-keystore", store.toString()));
        command.addAll(List.of("-storepass:file", secret.toString()));
        Process keytool = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        keytool.getOutputStream().close();
        if (!keytool.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            keytool.destroyForcibly();
            throw new IllegalStateException("keytool made no certificate within %d s".formatted(PATIENCE_SECONDS));
        }
        if (keytool.exitValue() != 0) {
            throw new IllegalStateException("keytool made no certificate: exit code %d: %s"
                    .formatted(
                            keytool.exitValue(),
                            Files.readString(log, StandardCharsets.UTF_8)
                                    .replaceAll("\\s*\\R\\s*", " ")
                                    .strip()));
        }
    }

    private static String key(X509Certificate certificate) {
        PublicKey key = certificate.getPublicKey();
        // The JDK prints the name of a curve first, then its other names.
        String curve =
                key instanceof ECPublicKey ec ? " " + ec.getParams().toString().split(" ", 2)[0] : "";
        return key.getAlgorithm() + curve;
    }

    public KeyStore keys() {
        return keys;
    }

    public String password() {
        return password;
    }

    public SSLContext context() {
        return context;
    }

    /**
     * Makes a TLS handshake with the running connector of this process and returns its result. Blocks.
     *
     * @param bindAddress address that the connector listens on
     * @throws IOException if the handshake fails or the connector has another certificate
     */
    public TlsReadback readBack(String bindAddress, int port) throws IOException, GeneralSecurityException {
        InetAddress bound = InetAddress.getByName(bindAddress);
        InetAddress address = bound.isAnyLocalAddress() ? InetAddress.getLoopbackAddress() : bound;
        try (Socket socket = context.getSocketFactory().createSocket(address, port)) {
            SSLSocket tls = (SSLSocket) socket;
            tls.setSoTimeout(HANDSHAKE_MILLIS);
            tls.startHandshake();
            SSLSession session = tls.getSession();
            X509Certificate certificate = (X509Certificate) session.getPeerCertificates()[0];
            return new TlsReadback(
                    session.getProtocol(),
                    session.getCipherSuite(),
                    key(certificate),
                    Base64.getEncoder().encodeToString(certificate.getEncoded()));
        }
    }
}
