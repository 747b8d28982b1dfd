package io.ceiling.webapp.access;

import io.ceiling.webapp.Settings;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decides which clients may use this WAR, which can exhaust its server: clients of the allowed networks, and clients
 * with the token.
 *
 * <p>Forwarding headers are never read, since any client can send them. Thread-safe, does not block.
 */
public final class AccessRule {

    private static final String SCHEME = "Bearer ";

    private final List<Network> networks;
    private final byte[] token;

    private AccessRule(List<Network> networks, byte[] token) {
        this.networks = networks;
        this.token = token;
    }

    /**
     * Returns the rule of this server's settings.
     *
     * @throws IllegalArgumentException if {@code ceiling.allow} has an entry that is no network
     * @throws IllegalStateException if the token is not one
     */
    public static AccessRule of(Settings settings) {
        return of(settings.text("ceiling.allow"), Token.of(settings));
    }

    /**
     * Returns a rule.
     *
     * @param allow allowed networks, separated by commas; empty stands for {@code loopback}
     * @param token the token; empty if there is none
     * @throws IllegalArgumentException if an entry of {@code allow} is no network
     */
    public static AccessRule of(String allow, String token) {
        List<Network> networks = Arrays.stream((allow.isBlank() ? "loopback" : allow).split(",", -1))
                .map(String::trim)
                .map(Network::parse)
                .toList();
        return new AccessRule(networks, token.getBytes(StandardCharsets.UTF_8));
    }

    public boolean allows(@Nullable String remoteAddress, @Nullable String authorization) {
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
                // Constant time: the duration does not reveal the first wrong character.
                && MessageDigest.isEqual(
                        token, authorization.substring(SCHEME.length()).trim().getBytes(StandardCharsets.UTF_8));
    }
}
