package dev.plumbline.redaction;

import dev.plumbline.policy.Redactor;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** A redactor that knows some names by heart, and counts how often it is asked. */
final class WordListRedactor implements Redactor {
    final CompletableFuture<Void> ready = new CompletableFuture<>();
    final AtomicInteger asked = new AtomicInteger();
    private final List<String> names;

    WordListRedactor(String... names) {
        this.names = List.of(names);
        ready.complete(null);
    }

    @Override
    public List<Span> find(String text) {
        asked.incrementAndGet();
        List<Span> spans = new ArrayList<>();
        for (String name : names) {
            for (int at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
                spans.add(new Span(at, at + name.length(), "NAME", 0.9));
            }
        }
        return spans;
    }

    @Override
    public CompletableFuture<Void> warmUp() {
        return ready;
    }
}
