package dev.plumbline.redaction;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.plumbline.body.Interaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Redacts transcripts and remembers what it brought, so that a round scans only what is new. What is remembered lasts no
 * longer than the interaction it belongs to, and all of it has a bound in bytes. Safe for any number of threads.
 */
final class TranscriptRedactor {
    private final TextRedactor texts;
    private final boolean refuseMedia;
    private final Cache<Interaction, Scanned> scanned;

    TranscriptRedactor(RedactionOptions options) {
        this.texts = new TextRedactor(options);
        this.refuseMedia = options.refuseImages();
        this.scanned = Caffeine.newBuilder()
                .weakKeys()
                .maximumWeight(options.keptBytes())
                .weigher((Interaction key, Scanned value) -> value.weight())
                .executor(Runnable::run)
                .build();
    }

    TextRedactor texts() {
        return texts;
    }

    /** What is sent in place of these; empty when they hold nothing. The table learns every pseudonym in it. */
    Optional<List<Interaction>> redact(List<Interaction> transcript, String namespace, byte[] key, Pseudonyms table) {
        List<Interaction> redacted = new ArrayList<>(transcript.size());
        boolean changed = false;
        for (Interaction interaction : transcript) {
            Scanned its = scanned(interaction, namespace, key);
            changed |= its.redacted().isPresent();
            redacted.add(its.redacted().orElse(interaction));
            table.add(its.values());
        }
        return changed ? Optional.of(redacted) : Optional.empty();
    }

    private Scanned scanned(Interaction interaction, String namespace, byte[] key) {
        Scanned known = scanned.getIfPresent(interaction);
        if (known != null && known.servesFor(namespace)) {
            return known;
        }
        Scanned fresh = scan(interaction, namespace, key);
        scanned.put(interaction, fresh);
        return fresh;
    }

    private Scanned scan(Interaction interaction, String namespace, byte[] key) {
        Pseudonyms own = new Pseudonyms(key);
        Interaction redacted =
                new InteractionRedactor(text -> texts.redact(text, own::of), refuseMedia).redact(interaction);
        return own.isEmpty() ? Scanned.CLEAN : new Scanned(namespace, Optional.of(redacted), own.values());
    }
}
