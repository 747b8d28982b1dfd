package io.ceiling.harness.engine.ramp;

/** Receives the course of a ramp in the thread that measures; none of its methods may block. */
public interface RampListener {

    /** Ignores everything. */
    RampListener NONE = new RampListener() {
        @Override
        public void note(String words) {}

        @Override
        public void stepBegins(int connections) {}

        @Override
        public void stepPassed(int connections) {}
    };

    /** Receives a short note before the first step. */
    void note(String words);

    /** Receives the begin of a step that is to hold that many connections. */
    void stepBegins(int connections);

    /** Receives that a step with that many connections has passed. */
    void stepPassed(int connections);
}
