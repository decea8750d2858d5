package dev.plumbline.testkit.cassette;

import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.provider.AiProvider;
import java.nio.file.Path;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Recorded answers of a real provider, keyed by the fingerprint of the effective call. It replays; with {@code
 * -Dplumbline.record=true} it records all calls again. The file contains digests of the requests, never their text, and
 * the masked answers. A recording run also gets the masked answers, so that the replay has the same calls. Immutable;
 * its providers are thread-safe.
 */
public final class Cassette {
    private static final String SWITCH = "plumbline.record";

    private final Path file;
    private final Mode mode;
    private final ResponsePolicy mask;
    private final Consumer<String> drift;

    private Cassette(Path file, Mode mode, ResponsePolicy mask, Consumer<String> drift) {
        this.file = file;
        this.mode = mode;
        this.mask = mask;
        this.drift = drift;
    }

    /**
     * Returns the cassette of that file. A recording writes it when its provider is closed. If a call of a recording did
     * not end, or failed and was not repeated with success, a file that exists is left as it is; delete the file to
     * record a failure.
     *
     * @param mask its filter replaces what must not be in the file: {@code Redaction.mask()} of {@code sdk-policies},
     *     with the options of the runtime, so that recordings and requests are scanned in the same way
     */
    public static Cassette of(Path file, ResponsePolicy mask) {
        return new Cassette(file, Boolean.getBoolean(SWITCH) ? Mode.RECORD : Mode.STRICT, mask, line -> {});
    }

    /** Returns a copy that sends an unrecorded call to the real provider instead of failing the test. */
    public Cassette lenient() {
        return mode == Mode.RECORD ? this : new Cassette(file, Mode.LENIENT, mask, drift);
    }

    /**
     * Returns a copy that sends every call to the real provider, to {@linkplain #reporting report} each difference of
     * calls and answers. How a stream is cut into pieces, ids of tool calls and words of errors are not compared.
     */
    public Cassette comparing() {
        return mode == Mode.RECORD ? this : new Cassette(file, Mode.COMPARE, mask, drift);
    }

    /** Returns a copy that records, whatever the system property is. */
    public Cassette recording() {
        return new Cassette(file, Mode.RECORD, mask, drift);
    }

    /**
     * Returns a copy that reports the changes since the recording: unrecorded calls with the reason, answers that
     * differ, and, when its provider is closed, recorded calls that were not made, and why a recording was not kept.
     *
     * @param drift receives a line for each change, from the thread of the call
     */
    public Cassette reporting(Consumer<String> drift) {
        return new Cassette(file, mode, mask, drift);
    }

    /**
     * Returns a provider that answers from the recording.
     *
     * @param real called only for recording, for comparing, or, with {@link #lenient}, for missing calls; a replay needs
     *     no key and no network
     * @throws IllegalStateException if there is no recording and none is being made
     * @throws dev.plumbline.json.JsonException if the file is not a recording
     */
    public AiProvider of(Supplier<AiProvider> real) {
        return new CassetteProvider(CassetteFile.at(file, mode), real, new AnswerMask(mask), drift);
    }

    /** The treatment of calls. */
    enum Mode {
        RECORD,
        STRICT,
        LENIENT,
        COMPARE
    }
}
