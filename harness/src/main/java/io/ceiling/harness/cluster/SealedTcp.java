package io.ceiling.harness.cluster;

import java.io.DataInput;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.Collection;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.PhysicalAddress;
import org.jgroups.blocks.cs.Connection;
import org.jgroups.protocols.TCP;
import org.jgroups.stack.IpAddress;

/**
 * JGroups' transport over TCP, with every packet sealed as a whole. A packet that does not open ends its connection.
 *
 * <p>Notes. Nothing of a stranger's packet is parsed before it opens: neither headers, which JGroups creates by reflection,
 * nor messages, some kinds of which are Java serialization. JGroups' own encryption covers the payload of a message and
 * leaves the headers as they are. What a stranger can make JGroups read is a cookie, a version, an address and a length.
 */
final class SealedTcp extends TCP {

    /** The longest packet in bytes. Messages are cut to 60 000 bytes before they are packed; a view may be longer. */
    private static final int MOST_BYTES = 1 << 20;

    private final Seal seal;
    private final Consumer<String> strangers;

    /** @param strangers gets the address that the sender of a packet gave, if the packet does not open; must not block */
    SealedTcp(Seal seal, Consumer<String> strangers) {
        this.seal = seal;
        this.strangers = strangers;
        setMaxLength(MOST_BYTES);
    }

    /** Returns the port at which this transport listens. */
    int port() {
        PhysicalAddress address = getPhysicalAddress();
        if (address instanceof IpAddress ip) {
            return ip.getPort();
        }
        throw new IllegalStateException("the cluster listens at no port");
    }

    /**
     * Closes connections to members that are gone, without the farewell of JGroups.
     *
     * <p>Notes. The farewell is written, and to a process that is stopped nothing can be written. So the thread that
     * installs the view without that member would hang, and with it the cluster.
     */
    @Override
    public void retainAll(Collection<Address> members) {
        srv.forAllConnections((address, connection) -> {
            if (!members.contains(address) && !is_member.test((PhysicalAddress) address)) {
                cut(connection);
            }
        });
        super.retainAll(members);
    }

    /** Closes all connections without a farewell, so that no thread writes any more. */
    void cutAll() {
        srv.forAllConnections((address, connection) -> cut(connection));
    }

    private static void cut(Connection connection) {
        try {
            connection.close(false);
        } catch (IOException e) {
            // It is closed.
        }
    }

    @Override
    public void send(Address to, byte[] data, int offset, int length) throws Exception {
        byte[] sealed = seal.close(data, offset, length);
        super.send(to, sealed, 0, sealed.length);
    }

    @Override
    public void receive(Address from, DataInput in, int length) throws Exception {
        if (length < Seal.MORE_BYTES || length > MOST_BYTES) {
            strangers.accept(String.valueOf(from));
            throw new IOException("a packet of %d bytes is none of this cluster".formatted(length));
        }
        byte[] sealed = new byte[length];
        in.readFully(sealed);
        byte[] opened;
        try {
            opened = seal.open(sealed);
        } catch (GeneralSecurityException e) {
            strangers.accept(String.valueOf(from));
            throw new IOException("a packet does not open with the key of this cluster", e);
        }
        super.receive(from, opened, 0, opened.length);
    }
}
