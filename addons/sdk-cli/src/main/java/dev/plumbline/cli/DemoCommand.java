package dev.plumbline.cli;

import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.examples.floorplan.FloorPlanDemo;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code demo}: a model draws a small house; a scripted model unless a key or an address is given. */
@Command(
        name = "demo",
        description = "Lets a model draw a small house: a scripted one on 127.0.0.1, or, with OPENAI_API_KEY or "
                + "--base-url, a real one.",
        mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
    private static final Duration PACE = Duration.ofMillis(15);

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it before the call
    private CommandSpec spec;

    @Mixin
    private final ModelArguments model = new ModelArguments();

    @Option(names = "--out", paramLabel = "FOLDER", description = "The folder of the files; default: ${DEFAULT-VALUE}.")
    private Path folder = Path.of("target", "demo");

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        FloorPlanDemo demo = new FloorPlanDemo(out, folder);
        CountDownLatch done = new CountDownLatch(1);
        Thread onInterrupt = new Thread(() -> stop(demo, done), "plumbline-demo-stop");
        Runtime.getRuntime().addShutdownHook(onInterrupt);
        try {
            AiReturn drawn = model.isGiven() ? demo.run(model.provider()) : demo.runScripted(PACE);
            drawn.error().ifPresent(error -> out.println(sentence(error)));
            return drawn.isOk() ? 0 : 1;
        } finally {
            out.flush();
            done.countDown();
        }
    }

    private static String sentence(AiError error) {
        return error.category() + " " + error.code() + ": " + error.userMessage();
    }

    /** Handles Ctrl-C: ends the turn and waits until the drawing is written. */
    private static void stop(FloorPlanDemo demo, CountDownLatch done) {
        demo.cancel("Ctrl-C");
        try {
            done.await(3, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
