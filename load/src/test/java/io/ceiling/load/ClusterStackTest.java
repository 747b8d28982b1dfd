package io.ceiling.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ceiling.load.channels.Bursts;
import io.ceiling.load.channels.ChannelPlan;
import io.ceiling.load.channels.ChannelTransport;
import io.ceiling.load.fixtures.Plans;
import io.ceiling.load.loop.Pace;
import io.ceiling.load.report.AgentReport;
import io.ceiling.load.report.Counts;
import io.ceiling.load.workload.LoadPlan;
import io.ceiling.load.workload.LoadWorkload;
import java.io.InvalidClassException;
import java.net.InetAddress;
import java.time.Duration;
import org.jgroups.JChannel;
import org.jgroups.util.Util;
import org.junit.jupiter.api.Test;

class ClusterStackTest {

    @Test
    void readsTheRecordsOfThisPackageFromTheNetworkAndNoOtherClasses() throws Exception {
        try (JChannel channel = ClusterStack.channel(InetAddress.getLoopbackAddress(), 0, null)) {
            assertThat(channel.isConnected()).isFalse();
            LoadPlan plan = Plans.plan(80, LoadWorkload.WEBSOCKET);

            LoadPlan read = Util.objectFromByteBuffer(Util.objectToByteBuffer(plan));
            assertThat(read).isEqualTo(plan);
            LoadPlan channels = Plans.channels(80, new ChannelPlan(ChannelTransport.LONG_POLLING, 1_000, 1, 2, 50));
            LoadPlan readToo = Util.objectFromByteBuffer(Util.objectToByteBuffer(channels));
            assertThat(readToo).isEqualTo(channels);
            Bursts bursts = new Bursts(10, 50, 1_000_000, 1_000, 1_000_000_000, 42);
            Bursts readBursts = Util.objectFromByteBuffer(Util.objectToByteBuffer(bursts));
            assertThat(readBursts).isEqualTo(bursts);
            Pace pace = new Pace(1, 2, 3, 4);
            Pace readPace = Util.objectFromByteBuffer(Util.objectToByteBuffer(pace));
            assertThat(readPace).isEqualTo(pace);
            AgentReport report = new AgentReport(1, "nio", Counts.NONE, OwnProcess.now(1));
            AgentReport readReport = Util.objectFromByteBuffer(Util.objectToByteBuffer(report));
            assertThat(readReport).isEqualTo(report);
            byte[] stranger = Util.objectToByteBuffer(Duration.ofSeconds(1));
            assertThatThrownBy(() -> Util.objectFromByteBuffer(stranger)).isInstanceOf(InvalidClassException.class);
        }
    }
}
