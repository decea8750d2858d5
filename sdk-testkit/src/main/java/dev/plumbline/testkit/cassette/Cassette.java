package dev.plumbline.testkit.cassette;

import dev.plumbline.policy.Redactor;
import dev.plumbline.provider.AiProvider;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Recorded answers of a real provider, keyed by the fingerprint of the effective call. It replays; with {@code
 * -Dplumbline.record=true} it records all calls anew. The file contains digests of the requests, never their text, and
 * the redacted answers. A recording run also gets the redacted answers, so that the replay has the same calls.
 * Immutable; its providers are thread-safe.
 */
public final class Cassette {
    private static final String SWITCH = "plumbline.record";

    private final Path file;
    private final Mode mode;
    private final Redactor redactor;
    private final Consumer<String> drift;

    private Cassette(Path file, Mode mode, Redactor redactor, Consumer<String> drift) {
        this.file = file;
        this.mode = mode;
        this.redactor = redactor;
        this.drift = drift;
    }

    /** Returns the cassette of that file, which is created by a recording. */
    public static Cassette of(Path file) {
        return new Cassette(
                file, Boolean.getBoolean(SWITCH) ? Mode.RECORD : Mode.STRICT, SecretPatterns::find, line -> {});
    }

    /** Returns a copy that sends an unrecorded call to the real provider instead of failing the test. */
    public Cassette lenient() {
        return mode == Mode.RECORD ? this : new Cassette(file, Mode.LENIENT, redactor, drift);
    }

    /** Returns a copy that sends every call to the real provider, to {@linkplain #reporting report} how its answers differ. */
    public Cassette comparing() {
        return mode == Mode.RECORD ? this : new Cassette(file, Mode.COMPARE, redactor, drift);
    }

    /** Returns a copy that records, whatever the system property is. */
    public Cassette recording() {
        return new Cassette(file, Mode.RECORD, redactor, drift);
    }

    /**
     * Returns a copy with a further redactor, e.g. the detectors of {@code sdk-policies}. Keys, tokens, e-mail
     * addresses and long numbers are always redacted.
     */
    public Cassette redacting(Redactor more) {
        Redactor before = redactor;
        return new Cassette(
                file,
                mode,
                text -> Stream.of(before, more)
                        .flatMap(one -> one.find(text).stream())
                        .toList(),
                drift);
    }

    /**
     * Returns a copy that reports the changes since the recording: unrecorded calls with the reason, answers that
     * differ, and, when its provider is closed, recorded calls that were not made.
     *
     * @param drift receives a line for each change, from the thread of the call
     */
    public Cassette reporting(Consumer<String> drift) {
        return new Cassette(file, mode, redactor, drift);
    }

    /**
     * Returns a provider that answers from the recording.
     *
     * @param real called only for recording or, with {@link #lenient}, for missing calls; a replay needs no key and no
     * network
     * @throws IllegalStateException if there is no recording and none is being made
     * @throws dev.plumbline.json.JsonException if the file is not a recording
     */
    public AiProvider of(Supplier<AiProvider> real) {
        return new CassetteProvider(CassetteFile.at(file, mode), real, new RecordingRedactor(redactor), drift);
    }

    /** The treatment of calls. */
    enum Mode {
        RECORD,
        STRICT,
        LENIENT,
        COMPARE
    }
}
