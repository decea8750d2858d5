package dev.plumbline.testkit;

/** A daemon thread for one task: the common pool may be one thread wide, and somebody else's task may sit on it. */
final class OwnThread {

    private OwnThread() {}

    static void start(Runnable task) {
        Thread thread = new Thread(task, "plumbline-trial");
        thread.setDaemon(true);
        thread.start();
    }
}
