package dev.plumbline.tools;

/** A piece of tool code to be run on the thread it needs. */
interface ToolTask {

    /** Whether it is still wanted; asked once, on that thread, right before {@link #run}. */
    boolean begin();

    /** Runs the code and keeps its outcome to itself; throws nothing. */
    void run();

    /** Its thread is free again, whether it ran or not: whoever waits for the outcome may go on. */
    void done();

    /** Whether another one of the same batch follows soon, so that it is worth waiting for a moment. */
    default boolean isFollowed() {
        return false;
    }
}
