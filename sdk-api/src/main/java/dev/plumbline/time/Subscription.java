package dev.plumbline.time;

/** Something to stop. Closing is idempotent, may happen on any thread, and throws nothing. */
@FunctionalInterface
public interface Subscription extends AutoCloseable {
    @Override
    void close();
}
