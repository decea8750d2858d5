package dev.plumbline.testkit.cassette;

import dev.plumbline.policy.Redactor;
import dev.plumbline.provider.AiProvider;
import java.nio.file.Path;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Recorded answers of a real provider, keyed by the fingerprint of the effective call. It replays; it records under
 * {@code -Dplumbline.record=true} only, anew and from the first call on. The file holds digests of what was asked,
 * never its text, and what was answered, redacted. A recording run sees the redacted answers too, so the replay meets
 * the same calls. Immutable; the providers it makes are safe for any number of threads.
 */
public final class Cassette {
    private static final String SWITCH = "plumbline.record";

    private final Path file;
    private final Mode mode;
    private final Redactor redactor;

    private Cassette(Path file, Mode mode, Redactor redactor) {
        this.file = file;
        this.mode = mode;
        this.redactor = redactor;
    }

    /** The recording in that file, which is made when something is recorded. */
    public static Cassette of(Path file) {
        return new Cassette(file, Boolean.getBoolean(SWITCH) ? Mode.RECORD : Mode.STRICT, SecretPatterns::find);
    }

    /** A copy with which a call that was not recorded goes to the real provider in place of failing the test. */
    public Cassette lenient() {
        return mode == Mode.RECORD ? this : new Cassette(file, Mode.LENIENT, redactor);
    }

    /**
     * A copy with which every call goes to the real provider, and {@link CassetteProvider#drift} reports how its
     * answers differ.
     */
    public Cassette comparing() {
        return mode == Mode.RECORD ? this : new Cassette(file, Mode.COMPARE, redactor);
    }

    /** A copy that records, whatever the system property says. */
    public Cassette recording() {
        return new Cassette(file, Mode.RECORD, redactor);
    }

    /**
     * A copy that also hides what this one finds, e.g. the detectors of {@code sdk-redaction}. Keys, tokens, e-mail
     * addresses and long numbers are hidden anyway.
     */
    public Cassette redacting(Redactor more) {
        Redactor before = redactor;
        return new Cassette(
                file,
                mode,
                text -> Stream.of(before, more)
                        .flatMap(one -> one.find(text).stream())
                        .toList());
    }

    /**
     * A provider that answers from the recording.
     *
     * @param real asked only when something is recorded or, with {@link #lenient}, missing: a replay needs no key and
     * no network
     * @throws IllegalStateException when there is no recording and none is made
     * @throws dev.plumbline.json.JsonException when the file is none
     */
    public CassetteProvider of(Supplier<AiProvider> real) {
        return new CassetteProvider(CassetteFile.at(file, mode), real, new RecordingRedactor(redactor));
    }

    /** What becomes of a call. */
    enum Mode {
        RECORD,
        STRICT,
        LENIENT,
        COMPARE
    }
}
