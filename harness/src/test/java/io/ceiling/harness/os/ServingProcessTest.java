package io.ceiling.harness.os;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.harness.scenario.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Port 32770 is 8002 in hexadecimal, as the kernel writes it. */
class ServingProcessTest {

    private static final int PORT = 32_770;

    private final Path proc;

    ServingProcessTest(@TempDir Path proc) {
        this.proc = proc;
    }

    /** Published as Docker does it: a socket for each family, of which each has its process. */
    @BeforeEach
    void bothFamiliesListen() {
        new CannedFiles(proc)
                .with("net/tcp", "sl local rem st", row("00000000:8002", 501))
                .with("net/tcp6", "sl local rem st", row("0".repeat(32) + ":8002", 502));
    }

    @Test
    void theProxiesOfBothFamiliesAreNotTakenForTheServer() throws Exception {
        listening(15_406, "docker-proxy", 501);
        listening(15_412, "docker-proxy", 502);

        ServingProcess process = find(true);

        assertThat(process.pid()).isEmpty();
        assertThat(process.notSeen())
                .contains("its process (docker-proxy listens on port 32770; name the server's process with --pid;"
                        + " docker inspect -f '{{.State.Pid}}' prints it)");
    }

    @Test
    void aProxyBesideAServerLeavesItToTheUser() throws Exception {
        listening(15_406, "java", 501);
        listening(15_412, "docker-proxy", 502);

        ServingProcess process = find(true);

        assertThat(process.pid()).isEmpty();
        assertThat(process.notSeen()).contains("its process ([15406, 15412] listen on port 32770; --pid says which)");
    }

    @Test
    void theOnlyListenerIsTheServer() throws Exception {
        listening(812, "java", 501);

        ServingProcess process = find(true);

        assertThat(process.pid()).hasValue(812);
        assertThat(process.notSeen()).isEmpty();
    }

    @Test
    void aListenerThatShowsNoDescriptorsIsSomebodyElses() {
        assertThat(find(true).notSeen())
                .contains(
                        "its process (it belongs to another user, or to a container that this one does not see; its user, or root of the host, would see it)");
    }

    @Test
    void aTargetOfAnotherHostIsNotLookedFor() throws Exception {
        listening(812, "java", 501);

        ServingProcess process = find(false);

        assertThat(process.pid()).isEmpty();
        assertThat(process.notSeen()).contains("its process (it is not on this host)");
    }

    @Test
    void aGivenProcessThatDoesNotListenIsRefusedIfAnotherDoes() throws Exception {
        listening(812, "java", 501);
        networks("[1]", "[1]");

        assertThatThrownBy(() -> given(813))
                .isInstanceOf(IOException.class)
                .hasMessage("--pid must be of a process that listens on port 32770, 813 does not; 812 does");
        assertThat(given(812).pid()).hasValue(812);
    }

    @Test
    void aGivenProcessBehindAProxyOrInANetworkOfItsOwnIsBelieved() throws Exception {
        listening(15_406, "docker-proxy", 501);
        networks("[1]", "[1]");
        assertThat(given(813).pid()).hasValue(813);

        listening(812, "java", 502);
        Files.delete(proc.resolve("813/ns/net"));
        Files.createSymbolicLink(proc.resolve("813/ns/net"), Path.of("net:[2]"));
        assertThat(given(813).pid()).hasValue(813);
    }

    @Test
    void theServerBehindADockerProxyIsFoundInTheContainerThatHasItsAddress() throws Exception {
        listening(15_406, "docker-proxy", 501);
        new CannedFiles(proc)
                .with(
                        "15406/cmdline",
                        "docker-proxy -host-port 80 -container-ip 172.17.0.3 -container-port 32770".replace(' ', '\0'));
        networks("[1]", "[2]");
        container(813, "172.17.0.2", 601);
        Files.createDirectories(proc.resolve("814/ns"));
        Files.createSymbolicLink(proc.resolve("814/ns/net"), Path.of("net:[3]"));
        container(814, "172.17.0.3", 602);

        ServingProcess found = find(true);

        assertThat(found.roots()).containsExactly(814L);
        assertThat(found.sockets().processes()).containsExactly(814L);
        assertThat(given(814).roots()).containsExactly(814L);
        assertThat(given(814).sockets().processes()).containsExactly(814L);
    }

    /** A process that listens in a network of its own. */
    private void container(long pid, String address, int inode) throws IOException {
        listening(pid, "node", inode);
        new CannedFiles(proc)
                .with(pid + "/net/tcp", "sl local rem st", row("00000000:8002", inode))
                .with(pid + "/net/fib_trie", "Local:", "  |-- " + address, "     /32 host LOCAL");
    }

    @Test
    void workersThatShareTheSocketOfTheirMasterAreOneServer() throws Exception {
        for (long pid : List.of(700L, 701L, 702L)) {
            listening(pid, "gunicorn", 501);
            new CannedFiles(proc).with(pid + "/stat", stat(pid, pid == 700 ? 1 : 700));
        }

        assertThat(find(true).roots()).containsExactly(700L);
        assertThat(given(702).roots()).containsExactly(700L);
    }

    private static String stat(long pid, long parent) {
        return "%d (gunicorn) S %d 1 1 0 -1 0 0 0 0 0 1 1 0 0 20 0 1 0 300".formatted(pid, parent);
    }

    /** Of this process and of 813. */
    private void networks(String ours, String theirs) throws IOException {
        Files.createDirectories(proc.resolve("self/ns"));
        Files.createDirectories(proc.resolve("813/ns"));
        Files.createSymbolicLink(proc.resolve("self/ns/net"), Path.of("net:" + ours));
        Files.createSymbolicLink(proc.resolve("813/ns/net"), Path.of("net:" + theirs));
    }

    private ServingProcess given(long pid) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        Target target = Target.withAddressOnly(
                new Target.Endpoint("127.0.0.1", loopback.getHostAddress(), PORT, "/ceiling", false, false, List.of()),
                true);
        return ServingProcess.given(proc, pid, target, new ListeningSockets(proc, loopback, PORT));
    }

    private ServingProcess find(boolean onThisHost) {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        Target target = Target.withAddressOnly(
                new Target.Endpoint("127.0.0.1", loopback.getHostAddress(), PORT, "/ceiling", false, false, List.of()),
                onThisHost);
        return ServingProcess.find(proc, target, new ListeningSockets(proc, loopback, PORT));
    }

    private void listening(long pid, String name, int inode) throws IOException {
        new CannedFiles(proc).with(pid + "/comm", name);
        Path descriptors = Files.createDirectories(proc.resolve(pid + "/fd"));
        Files.createSymbolicLink(descriptors.resolve("4"), Path.of("socket:[" + inode + "]"));
    }

    private static String row(String local, int inode) {
        return "0: %s 00000000:0000 0A 00000000:00000000 00:00000000 00000000 0 0 %d 1".formatted(local, inode);
    }
}
