package dev.plumbline.integration.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;

/** What Jazzer calls: the target is the first of its {@code --target_args}. */
public final class FuzzDriver {
    private static final AtomicReference<FuzzTarget> TARGET = new AtomicReference<>(FuzzTarget.SSE);

    private FuzzDriver() {}

    /** Called once. What it takes first loads the classes, so that no input has to wait for them. */
    public static void fuzzerInitialize(String[] args) {
        TARGET.set(FuzzTarget.valueOf(args[0]));
        TARGET.get().take("{}".getBytes(StandardCharsets.UTF_8));
    }

    /** Called for each input. */
    public static void fuzzerTestOneInput(byte[] bytes) {
        TARGET.get().take(bytes);
    }
}
