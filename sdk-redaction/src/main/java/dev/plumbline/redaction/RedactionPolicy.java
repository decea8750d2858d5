package dev.plumbline.redaction;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import dev.plumbline.policy.Policy;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.provider.Secret;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** Replaces on the way in, restores on the way out; the table of both is a value of this one call. */
final class RedactionPolicy implements Policy {
    private static final Duration TICK = Duration.ofMillis(20);
    private static final Finder PSEUDONYMS = new Finder(Arrays.stream(RedactionOptions.Kind.values())
            .<Detector>map(PseudonymDetector::new)
            .toList());

    private final TranscriptRedactor transcripts;
    private final CompletableFuture<Void> ready;
    private final Secret secret;

    RedactionPolicy(RedactionOptions options, Secret secret) {
        this.transcripts = new TranscriptRedactor(options);
        this.ready = options.recogniser().map(Recogniser::warmUp).orElseGet(() -> CompletableFuture.completedFuture(null));
        this.secret = secret;
    }

    @Override
    public Role role() {
        return Role.REDACTION;
    }

    @Override
    public AiReturn around(AiCall call, Next next) {
        while (!ready.isDone()) {
            call.cancellation().sleep(TICK, "redaction gets ready");
        }
        ready.join();
        byte[] key = key(call.namespace());
        Pseudonyms table = new Pseudonyms(key);
        Optional<List<Interaction>> redacted = transcripts.redact(call.effective(), call.namespace(), key, table);
        return redacted.map(sent -> ResponsePolicy.filter(each -> restoring(table))
                        .around(call.withEffective(sent), next))
                .orElseGet(() -> next.proceed(call));
    }

    private byte[] key(String namespace) {
        char[] letters = secret.reveal();
        byte[] key = Pseudonyms.derive(
                StandardCharsets.UTF_8.encode(CharBuffer.wrap(letters)).array(), namespace);
        Arrays.fill(letters, '\0');
        return key;
    }

    private static SiftedDeltas restoring(Pseudonyms table) {
        Sieve words = new Sifter(PSEUDONYMS, (kind, text) -> table.value(text).orElse(text));
        return new SiftedDeltas(words, () -> new Sifter(PSEUDONYMS, (kind, text) -> escaped(table, text)));
    }

    /** Arguments come as the text of JSON: a value is written as it stands inside a string. */
    private static String escaped(Pseudonyms table, String text) {
        return table.value(text)
                .map(value -> Json.of(value).text())
                .map(quoted -> quoted.substring(1, quoted.length() - 1))
                .orElse(text);
    }
}
