package dev.plumbline.views;

/** Runs what would block the event dispatch thread: to read or write a file, to open a browser. */
final class BackgroundThread {
    private BackgroundThread() {}

    /** Runs the work on a thread of its own, which ends with it. */
    static void run(String name, Runnable work) {
        Thread thread = new Thread(work, "plumbline-" + name);
        thread.setDaemon(true);
        thread.start();
    }
}
