package dev.plumbline.comparison.harness;

import java.util.Optional;
import java.util.function.Supplier;

/** A thing that is made when it is first asked for. One thread at a time. */
public final class MemoizedSupplier<T> {
    private final Supplier<T> making;
    private Optional<T> made = Optional.empty();

    /** Makes it like this. */
    public MemoizedSupplier(Supplier<T> making) {
        this.making = making;
    }

    /** The thing. */
    public T get() {
        if (made.isEmpty()) {
            made = Optional.of(making.get());
        }
        return made.orElseThrow();
    }
}
