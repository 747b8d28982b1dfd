package io.ceiling.sample.apps;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpServerRequest;

/** Vert.x with blocking code in its pool of workers or on its event loops, or without any. */
public final class VertxApplication extends VerticleBase {

    private static final boolean LOOPS = Asked.KIND.equals("loop");

    public static void main(String[] arguments) {
        VertxOptions options = new VertxOptions().setEventLoopPoolSize(LOOPS ? Asked.SIZE : 2);
        if (Asked.KIND.equals("workers")) {
            options.setWorkerPoolSize(Asked.SIZE);
        }
        Vertx.vertx(options)
                .deployVerticle(VertxApplication.class, new DeploymentOptions().setInstances(LOOPS ? Asked.SIZE : 1));
    }

    @Override
    public Future<?> start() {
        return vertx.createHttpServer().requestHandler(this::answer).listen(Asked.PORT, Asked.HOST);
    }

    private void answer(HttpServerRequest request) {
        switch (Asked.KIND) {
            case "ordered" -> vertx.executeBlocking(Asked::slept).onSuccess(request.response()::end);
            case "workers" -> vertx.executeBlocking(Asked::slept, false).onSuccess(request.response()::end);
            case "loop" -> request.response().end(Asked.slept());
            case "async-semaphore" ->
                AsyncGate.ONLY.enter(() -> vertx.setTimer(Asked.MILLIS, timer -> {
                    request.response().end("gated");
                    AsyncGate.ONLY.leave();
                }));
            case "none" ->
                vertx.setTimer(Asked.MILLIS, timer -> request.response().end("delayed"));
            default -> request.response().setStatusCode(404).end(Asked.KIND);
        }
    }
}
