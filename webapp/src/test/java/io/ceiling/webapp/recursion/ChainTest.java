package io.ceiling.webapp.recursion;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletContext;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ChainTest {

    private static final long MILLISECOND = 1_000_000;

    private final List<Integer> broken = new ArrayList<>();
    private final Chain chain = new Chain("id", selfCall("127.0.0.1", 8080), 2000, false);

    @Test
    void breaksOffOnlyTheDeepestCall() {
        enterAndCall(1);
        enterAndCall(2);
        enterAndCall(3);

        watch(2000);

        assertThat(broken).containsExactly(3);
        assertThat(answer())
                .isEqualTo("{\"reached\":3,\"failure\":\"stalled: level 4 did not answer within 2000 ms\"}");
    }

    @Test
    void breaksOffNothingWhileLevelsAreEntered() {
        for (int level = 1; level <= 10; level++) {
            enterAndCall(level);
            watch(1990);
        }

        assertThat(broken).isEmpty();
    }

    @Test
    void breaksOffNothingWhileLevelsAreLeft() {
        List<PendingCall> calls = new ArrayList<>();
        for (int level = 1; level <= 10; level++) {
            calls.add(enterAndCall(level));
        }

        for (int level = 10; level > 1; level--) {
            watch(1990);
            chain.pop(calls.get(level - 1));
        }

        assertThat(broken).isEmpty();
    }

    @Test
    void breaksOffTheCallThatIsTheDeepestAfterDeeperOnesEnded() {
        enterAndCall(1);
        PendingCall second = enterAndCall(2);
        PendingCall third = enterAndCall(3);
        // Level 2 gave up on level 3 before level 3 had its own end.
        chain.pop(second);
        chain.pop(third);

        watch(2000);

        assertThat(broken).containsExactly(1);
    }

    @Test
    void breaksOffAllCallsIfTheFirstBreakSetNothingInMotion() {
        enterAndCall(1);
        enterAndCall(2);
        enterAndCall(3);
        watch(2000);

        watch(2000);

        assertThat(broken).containsExactly(3, 3, 2, 1);
    }

    @Test
    void letsNoLevelInAfterTheBreak() {
        enterAndCall(1);
        watch(2000);

        assertThat(chain.enter(2)).isFalse();
        assertThat(answer())
                .isEqualTo("{\"reached\":1,\"failure\":\"stalled: level 2 did not answer within 2000 ms\"}");
    }

    @Test
    void letsNoLevelInAfterTheEnd() {
        assertThat(chain.enter(1)).isTrue();
        chain.end();

        assertThat(chain.enter(2)).isFalse();
    }

    @Test
    void letsNoLevelInOnceAnAnswerCameUp() {
        enterAndCall(1);
        chain.passUp(bytes("{\"reached\":2,\"failure\":\"x\"}"));

        assertThat(chain.enter(2)).isFalse();
    }

    @Test
    void breaksOffWhatIsPendingWhenItsFirstLevelHasItsAnswer() {
        PendingCall first = enterAndCall(1);
        enterAndCall(4);
        enterAndCall(7);
        chain.pop(first);

        chain.end();

        assertThat(broken).contains(7, 4);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"{\"reached\":5,\"failure\":\"x\"}", "{\"reached\":4,\"failure\":null}", "something else", ""})
    void passesUpUnchangedWhatTellsAllThatIsKnownHere(String answer) {
        enterAndCall(1);
        enterAndCall(4);

        assertThat(passedUp(answer)).isEqualTo(answer);
    }

    @Test
    void raisesAnAnswerThatTellsLessThanWasSeenHere() {
        enterAndCall(1);
        enterAndCall(4);

        assertThat(passedUp("{\"reached\":3,\"failure\":\"level 4 answered HTTP 503\"}"))
                .isEqualTo("{\"reached\":4,\"failure\":\"level 4 answered HTTP 503\"}");
    }

    @Test
    void tellsItsOwnStallWhenTheChainWasBrokenOffAboveIt() {
        enterAndCall(1);
        enterAndCall(4);

        assertThat(passedUp("{\"reached\":2,\"failure\":\"stalled: level 3 did not answer within 2000 ms\"}"))
                .isEqualTo("{\"reached\":4,\"failure\":\"stalled: level 5 did not answer within 2000 ms\"}");
    }

    @Test
    void tellsItsOwnFailureRatherThanOneThatKnowsLess() {
        enterAndCall(1);
        enterAndCall(4);
        chain.fail("java.net.SocketException: Too many open files");

        assertThat(passedUp("{\"reached\":2,\"failure\":\"stalled: level 3 did not answer within 2000 ms\"}"))
                .isEqualTo("{\"reached\":4,\"failure\":\"java.net.SocketException: Too many open files\"}");
    }

    @Test
    void inARingAFirstLevelWaitsLongerThanTheDeeperOnesOfOtherInstances() {
        Chain second = new Chain("id", selfCall("127.0.0.1", 8080), 2000, true);
        second.push(new PendingCall(2, () -> broken.add(2)));

        watch(second, 2900);
        assertThat(broken).isEmpty();
        watch(second, 200);

        assertThat(broken).containsExactly(2);
    }

    @Test
    void tellsTheFirstFailure() {
        enterAndCall(1);
        chain.fail("java.net.SocketException: Too many open files");
        chain.fail("level 1 closed the connection");

        assertThat(answer()).isEqualTo("{\"reached\":1,\"failure\":\"java.net.SocketException: Too many open files\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "127.0.0.1, 'Host: 127.0.0.1:8080'",
        "::1, 'Host: [0:0:0:0:0:0:0:1]:8080'",
        "[::1], 'Host: [0:0:0:0:0:0:0:1]:8080'"
    })
    void writesTheAddressOfTheCallAsAHost(String local, String header) {
        String request = new String(selfCall(local, 8080).request(7), StandardCharsets.US_ASCII);

        assertThat(request)
                .startsWith("GET /a%20b/recursive?number=7&limit=9&stall-ms=2000 HTTP/1.1\r\n")
                .contains("\r\n" + header + "\r\n", "\r\nX-Ceiling-Chain: abc\r\n", "\r\nConnection: close\r\n")
                .endsWith("\r\n\r\n");
    }

    private PendingCall enterAndCall(int level) {
        assertThat(chain.enter(level)).isTrue();
        PendingCall call = new PendingCall(level, () -> broken.add(level));
        chain.push(call);
        return call;
    }

    private void watch(int milliseconds) {
        watch(chain, milliseconds);
    }

    /** The watchdog looks every 10 ms. */
    private static void watch(Chain watched, int milliseconds) {
        for (int passed = 0; passed <= milliseconds; passed += 10) {
            watched.checkProgress(10 * MILLISECOND);
        }
    }

    private String passedUp(String answer) {
        return new String(chain.passUp(bytes(answer)), StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private String answer() {
        return new String(chain.answer(), StandardCharsets.UTF_8);
    }

    private static SelfCall selfCall(String address, int port) {
        ServletContext context = proxy(ServletContext.class, "getContextPath", "/a b", "", "");
        HttpServletRequest local =
                proxy(HttpServletRequest.class, "getLocalAddr", address, "getServletPath", "/recursive");
        HttpServletRequest request = (HttpServletRequest) Proxy.newProxyInstance(
                ChainTest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (self, method, arguments) -> {
                    return switch (method.getName()) {
                        case "getLocalPort" -> port;
                        case "getServletContext" -> context;
                        default -> method.invoke(local, arguments);
                    };
                });
        try {
            return SelfCall.of(request, "abc", 9, 2000, null);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static <T> T proxy(Class<T> type, String one, String oneValue, String two, String twoValue) {
        return type.cast(Proxy.newProxyInstance(
                ChainTest.class.getClassLoader(), new Class<?>[] {type}, (self, method, arguments) -> {
                    if (method.getName().equals(one)) {
                        return oneValue;
                    }
                    if (method.getName().equals(two)) {
                        return twoValue;
                    }
                    throw new AssertionError("not expected: " + method);
                }));
    }
}
