package io.ceiling.anatomy;

import java.util.List;
import java.util.Map;

/** A connection of a made-up server that was taken apart. */
public final class Anatomies {

    private static final Part READ = buffer("org.example.Socket.readBuffer");
    private static final Part WRITE = buffer("org.example.Socket.writeBuffer");

    public static final Anatomy WEBSOCKET = new Anatomy(
            List.of(
                    READ,
                    WRITE,
                    new Part(Owner.HEAP, "org.example.Session", 1, new Amount(120, 0.5)),
                    new Part(Owner.DIRECT, "direct buffers of the pool", Double.NaN, new Amount(0, 0)),
                    new Part(Owner.NATIVE, "GC, mapped", Double.NaN, new Amount(900.5, 80)),
                    new Part(Owner.KERNEL, "TCP", "", "", 2, new Amount(5_040, 12.25), 2_432)),
            List.of(
                    new Total(Total.Kind.HEAP, new Amount(16_540, 3), new Amount(16_536, 0.5), new Amount(120, 0.5)),
                    new Total(Total.Kind.RSS, new Amount(18_000, 400), new Amount(17_440.5, 80), Amount.UNKNOWN),
                    new Total(
                            Total.Kind.KERNEL,
                            new Amount(5_100, 20),
                            new Amount(5_040, 12.25),
                            new Amount(5_040, 12.25))),
            HeapFigures.NONE);

    public static final SettingEffect SMALL_BUFFERS = new SettingEffect(
            "--buffer=1k",
            "",
            Map.of(READ.key(), new Amount(7_168, 28), WRITE.key(), new Amount(7_168, 28)),
            Map.of(
                    Total.Kind.HEAP, new Amount(14_336, 4),
                    Total.Kind.RSS, new Amount(14_000, 500),
                    Total.Kind.KERNEL, new Amount(10, 30)));

    public static final SettingEffect CONTROL = new SettingEffect(
            SettingEffect.CONTROL,
            "",
            Map.of(READ.key(), new Amount(-8, 39)),
            Map.of(
                    Total.Kind.HEAP, new Amount(60, 5),
                    Total.Kind.RSS, new Amount(700, 500),
                    Total.Kind.KERNEL, new Amount(20, 30)));

    private Anatomies() {}

    private static Part buffer(String holder) {
        return new Part("byte[]", holder, "java.nio.HeapByteBuffer.hb", 1, new Amount(8_208, 27.5));
    }
}
