package io.ceiling.jmh;

/** Runs the benchmarks. */
public final class Main {

    private Main() {}

    public static void main(String[] args) throws Exception {
        org.openjdk.jmh.Main.main(args);
    }
}
