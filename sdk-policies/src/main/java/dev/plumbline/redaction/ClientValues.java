package dev.plumbline.redaction;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.State;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.tool.internal.ClientRedaction;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The values that were hidden from one client, by their pseudonyms. A client may stay for days, so the oldest of many are
 * forgotten. {@code toString} shows no value.
 */
final class ClientValues implements ClientRedaction {
    private static final int MOST_VALUES = 10_000;

    private final CachingScanner scanner;
    private final RedactorWarmUp warmUp;
    private final PseudonymGenerator pseudonyms;
    private final Map<String, String> values = new LinkedHashMap<>();
    private final Set<String> numbers = new LinkedHashSet<>();
    private @Nullable PseudonymTable table = PseudonymTable.EMPTY;
    private final State state;
    private final Supplier<List<Interaction>> said;
    private @Nullable PseudonymTable heard;

    /**
     * Creates the values of a client; its pseudonyms are made with a generator of its own.
     *
     * @param state the state of the conversation that the client is shown, with the values that calls have found
     * @param said all that was said in it, on all branches
     */
    ClientValues(
            CachingScanner scanner,
            RedactorWarmUp warmUp,
            PseudonymGenerator pseudonyms,
            State state,
            Supplier<List<Interaction>> said) {
        this.scanner = scanner;
        this.warmUp = warmUp;
        this.pseudonyms = pseudonyms;
        this.state = state;
        this.said = said;
    }

    /**
     * Learns what is hidden in calls of the conversation: the client may be shown a value without what announced it. All
     * that was said before the first call is searched once.
     */
    @SuppressWarnings("ReferenceEquality") // an unchanged table is the same instance
    private synchronized void listen() {
        if (heard == null) {
            PseudonymTable before = RedactedTranscript.NOTHING
                    .knowing(said, scanner, pseudonyms)
                    .table();
            before.forEach(this::hear);
        }
        PseudonymTable now = state.get(RedactedTranscript.OF_CONVERSATION).table();
        if (now != heard) {
            now.forEach(this::hear);
            heard = now;
        }
    }

    private void hear(String kind, String value, boolean number) {
        String pseudonym = pseudonyms.of(kind, value);
        learn(Map.of(pseudonym, value), number ? Set.of(pseudonym) : Set.of());
    }

    @Override
    public Interaction hidden(Interaction content, Cancellation cancellation) {
        return hidden(content, InteractionRedactor::interaction, cancellation);
    }

    @Override
    public ToolDefinition hidden(ToolDefinition tool, Cancellation cancellation) {
        ToolDefinition hidden = hidden(tool, InteractionRedactor::tool, cancellation);
        return new ToolDefinition(
                hidden.name(),
                hidden.description(),
                hidden.inputSchema(),
                hidden.outputSchema().map(HiddenValueSchema::of), // what a client checks its result against
                hidden.tags(),
                hidden.owner());
    }

    private <T> T hidden(T content, BiFunction<InteractionRedactor, T, T> walk, Cancellation cancellation) {
        warmUp.await(cancellation);
        synchronized (this) {
            listen();
            ScanResult<T> scanned = scanner.look(pseudonyms, table()).scan(content, walk);
            learn(scanned.values(), scanned.numbers());
            T found = scanned.redacted().orElse(content);
            return table().isEmpty() ? found : walk.apply(InteractionRedactor.hiding(table().hiding()), found);
        }
    }

    private void learn(Map<String, String> more, Set<String> moreNumbers) {
        if (values.keySet().containsAll(more.keySet()) && numbers.containsAll(moreNumbers)) {
            return;
        }
        values.putAll(more);
        numbers.addAll(moreNumbers);
        for (Iterator<String> eldest = values.keySet().iterator(); values.size() > MOST_VALUES; ) {
            numbers.remove(eldest.next());
            eldest.remove();
        }
        table = null;
    }

    private synchronized PseudonymTable table() {
        PseudonymTable known = table;
        if (known == null) {
            known = PseudonymTable.EMPTY.plus(values, numbers);
            table = known;
        }
        return known;
    }

    @Override
    public Json restored(Json given) {
        PseudonymTable known = table();
        return known.isEmpty() ? given : known.restored(given);
    }

    @Override
    public Stream stream(Cancellation cancellation) {
        warmUp.await(cancellation);
        TextRedactor texts = scanner.texts();
        StreamFilter shapes = new StreamRedactor(texts.shapes(), this::pseudonym);
        StreamFilter found = texts.needsLines()
                ? new LineStreamFilter(line -> texts.redactOthers(line, this::pseudonym), shapes)
                : shapes;
        StreamFilter again = new StreamRedactor(MatchFinder.ofWords(new KnownValues()), this::known);
        return new Stream() {
            @Override
            public String accept(String piece) {
                listen();
                return again.accept(found.accept(piece));
            }

            @Override
            public String finish() {
                return again.accept(found.finish()) + again.finish();
            }
        };
    }

    private synchronized String pseudonym(String kind, String value) {
        if (PseudonymGenerator.isOne(value)) {
            return value;
        }
        String pseudonym = pseudonyms.of(kind, value);
        learn(Map.of(pseudonym, value), Set.of());
        return pseudonym;
    }

    private String known(String kind, String value) {
        return table().hiding().replacement().of(kind, value);
    }

    @Override
    public String toString() {
        return "ClientValues[" + table().size() + " values]";
    }

    /** Detects the values that are known by now, also those that an earlier piece of the same text had. */
    private final class KnownValues implements Detector {
        private PseudonymTable of = PseudonymTable.EMPTY;
        private Detector words = new WordListDetector(Set.of(), true);

        @Override
        public String kind() {
            return words.kind();
        }

        @Override
        public boolean isAnywhere() {
            return true; // a value that comes later may be
        }

        @Override
        @SuppressWarnings("ReferenceEquality") // an unchanged table is the same instance
        public int end(LookaheadText text, int from) {
            PseudonymTable now = table();
            if (now != of) {
                of = now;
                words = now.repeatedWords();
            }
            return words.end(text, from);
        }
    }
}
