package dev.plumbline.integration.fuzz;

import java.util.concurrent.atomic.AtomicReference;

/** What Jazzer calls: the target is the first of its {@code --target_args}. */
public final class FuzzDriver {
    private static final AtomicReference<FuzzTarget> TARGET = new AtomicReference<>(FuzzTarget.SSE);

    private FuzzDriver() {}

    /** Called once. */
    public static void fuzzerInitialize(String[] args) {
        TARGET.set(FuzzTarget.valueOf(args[0]));
    }

    /** Called for each input. */
    public static void fuzzerTestOneInput(byte[] bytes) {
        TARGET.get().take(bytes);
    }
}
