package dev.plumbline.violations.agent;

/** Frames of the SDK, as far as the counter can see. */
public final class Deep {
    private Deep() {}

    /** Runs it below so many frames of this class. */
    public static void run(int frames, Runnable innermost) {
        if (frames == 1) {
            innermost.run();
        } else {
            run(frames - 1, innermost);
        }
    }
}
