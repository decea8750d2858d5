package dev.plumbline.runtime;

import java.util.Comparator;
import java.util.List;

/**
 * Something contributed, and whose it is.
 *
 * @param owner the id of an extension; empty for the host
 */
record Owned<T>(String owner, T it) {

    /** The host's first, then by the id of the extension; each in the order added, whoever was given first. */
    static <T> List<T> sorted(List<Owned<T>> given) {
        return given.stream()
                .sorted(Comparator.comparing(Owned::owner))
                .map(Owned::it)
                .toList();
    }

    /** Whose it is, for people: {@code @owner}; nothing for the host. */
    String mark() {
        return owner.isEmpty() ? "" : " @" + owner;
    }
}
