package io.ceiling.webapp;

import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who may use this WAR, which can exhaust its server: clients of the allowed networks, and whoever has the token.
 * Forwarding headers are never read, since any client can write them. Thread-safe, does not block.
 */
final class AccessRule {

    private static final String SCHEME = "Bearer ";

    private final List<Network> networks;
    private final byte[] token;

    private AccessRule(List<Network> networks, byte[] token) {
        this.networks = networks;
        this.token = token;
    }

    /** The rule of this server's settings; see the other form. */
    static AccessRule of(Settings settings) {
        return of(settings.text("ceiling.allow"), settings.text("ceiling.token"));
    }

    /**
     * A rule.
     *
     * @param allow networks with commas between them; empty stands for {@code loopback}
     * @param token empty if there is none
     * @throws IllegalArgumentException if a network is not one
     */
    static AccessRule of(String allow, String token) {
        List<Network> networks = Arrays.stream((allow.isBlank() ? "loopback" : allow).split(",", -1))
                .map(String::trim)
                .map(Network::parse)
                .toList();
        return new AccessRule(networks, token.getBytes(StandardCharsets.UTF_8));
    }

    boolean allows(@Nullable String remoteAddress, @Nullable String authorization) {
        InetAddress address = Network.literal(remoteAddress);
        if (address != null) {
            for (Network network : networks) {
                if (network.contains(address)) {
                    return true;
                }
            }
        }
        return hasToken(authorization);
    }

    boolean hasToken(@Nullable String authorization) {
        return token.length > 0
                && authorization != null
                && authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                // Takes the same time whatever the first wrong character is.
                && MessageDigest.isEqual(
                        token, authorization.substring(SCHEME.length()).trim().getBytes(StandardCharsets.UTF_8));
    }
}
