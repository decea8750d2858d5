package dev.plumbline.comparison.harness;

import java.util.Optional;
import java.util.function.Supplier;

/** A value that is created when it is first read. For one thread at a time. */
public final class MemoizedSupplier<T> {
    private final Supplier<T> making;
    private Optional<T> made = Optional.empty();

    /** Creates the value with that supplier. */
    public MemoizedSupplier(Supplier<T> making) {
        this.making = making;
    }

    /** Returns the value. */
    public T get() {
        if (made.isEmpty()) {
            made = Optional.of(making.get());
        }
        return made.orElseThrow();
    }
}
