package dev.plumbline.redaction;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.Transcript;
import dev.plumbline.call.State.StateKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The redacted form of a transcript, which the next call of the branch extends. It is stored in the branch's state in
 * memory and never written; {@code toString} shows no content.
 *
 * @param scanner the scanner that made it; empty if nothing was scanned
 * @param version the version of the redactor that found its values
 * @param namespace the namespace of its pseudonyms
 * @param asked the original transcript
 * @param sent the redacted transcript
 * @param table the values of the pseudonyms
 */
record RedactedTranscript(
        Optional<CachingScanner> scanner,
        long version,
        String namespace,
        Transcript asked,
        Transcript sent,
        PseudonymTable table) {
    static final RedactedTranscript NOTHING = new RedactedTranscript(
            Optional.empty(), 0, "", Transcript.empty(), Transcript.empty(), PseudonymTable.EMPTY);
    static final StateKey<RedactedTranscript> KEY = StateKey.of("plumbline.redaction", StateKey.Scope.BRANCH, NOTHING);

    /** The key of the values that were found in a conversation, on all its branches; it has no transcript. */
    static final StateKey<RedactedTranscript> OF_CONVERSATION =
            StateKey.of("plumbline.redaction.values", StateKey.Scope.SESSION, NOTHING);

    /** The key of the redacted conversation that tools see, which may differ from the one that is sent. */
    static final StateKey<RedactedTranscript> BY_TOOLS =
            StateKey.of("plumbline.redaction.tools", StateKey.Scope.BRANCH, NOTHING);

    /** Returns whether it was made of that transcript, or of its beginning. */
    boolean isOf(Transcript asking) {
        return !asked.isEmpty() && asking.shared(asked) == asked.size();
    }

    /**
     * Returns the same if it was made by that scanner for these pseudonyms. Otherwise one of nothing that knows the values of
     * a conversation, so that they stay hidden where what announced them is not sent; also those that were found before a list
     * of names changed, because what announced them may be gone.
     */
    RedactedTranscript knowing(Supplier<List<Interaction>> whole, CachingScanner by, PseudonymGenerator pseudonyms) {
        if (isBy(by, pseudonyms)) {
            return this;
        }
        CachingScanner.ScanSession look = by.look(pseudonyms);
        Map<String, String> values = new HashMap<>();
        Set<String> numbers = new HashSet<>();
        for (Interaction each : whole.get()) {
            ScanResult<Interaction> its = look.scan(words(each), InteractionRedactor::interaction);
            its.addTo(values, numbers);
        }
        return ofNothing(by, pseudonyms, table(by, pseudonyms).plus(values, numbers));
    }

    /** Returns the same if it knows all values of a table; otherwise one of nothing that knows them, too. */
    @SuppressWarnings("ReferenceEquality") // a table that has all is the same instance
    RedactedTranscript knowing(PseudonymTable values, CachingScanner by, PseudonymGenerator pseudonyms) {
        PseudonymTable all = table(by, pseudonyms).and(values);
        return isBy(by, pseudonyms) && (all == table || all.equals(table)) ? this : ofNothing(by, pseudonyms, all);
    }

    /**
     * Returns the values, if that scanner has found them for these pseudonyms; also with another list of names: what was
     * found stays hidden, and a list may change between two searches.
     */
    PseudonymTable table(CachingScanner by, PseudonymGenerator pseudonyms) {
        return isOf(by, pseudonyms) ? table : PseudonymTable.EMPTY;
    }

    /** Returns a copy that knows the values of a table, too. */
    RedactedTranscript with(PseudonymTable values) {
        return new RedactedTranscript(scanner, version, namespace, asked, sent, table.and(values));
    }

    /** Returns an interaction without its pictures, sound and files, which are not sent here and not searched. */
    private static Interaction words(Interaction said) {
        return switch (said.kind()) {
            case USER -> {
                List<Part> parts = ((Interaction.User) said).parts();
                yield hasMedia(parts) ? new Interaction.User(words(parts)) : said;
            }
            case ASSISTANT -> {
                List<Part> parts = ((Interaction.Assistant) said).parts();
                yield hasMedia(parts) ? new Interaction.Assistant(words(parts)) : said;
            }
            case TOOL_RESULT -> {
                Interaction.ToolResult result = (Interaction.ToolResult) said;
                List<Part> parts = result.envelope().parts();
                yield hasMedia(parts)
                        ? new Interaction.ToolResult(
                                result.callId(), result.envelope().withOnlyParts(words(parts)))
                        : said;
            }
            default -> said;
        };
    }

    private static boolean hasMedia(List<Part> parts) {
        for (Part part : parts) {
            if (isMedia(part)) {
                return true;
            }
        }
        return false;
    }

    private static List<Part> words(List<Part> parts) {
        return parts.stream().filter(part -> !isMedia(part)).toList();
    }

    private static boolean isMedia(Part part) {
        return part instanceof Part.Image || part instanceof Part.Audio || part instanceof Part.File;
    }

    private static RedactedTranscript ofNothing(
            CachingScanner by, PseudonymGenerator pseudonyms, PseudonymTable known) {
        return new RedactedTranscript(
                Optional.of(by), by.version(), pseudonyms.namespace(), Transcript.empty(), Transcript.empty(), known);
    }

    /** Returns whether it was made by that scanner, as it is now, for these pseudonyms. */
    boolean isBy(CachingScanner by, PseudonymGenerator pseudonyms) {
        return isOf(by, pseudonyms) && version == by.version();
    }

    /** Returns whether it was made by that scanner, whose list of names may be another one now. */
    private boolean isOf(CachingScanner by, PseudonymGenerator pseudonyms) {
        return scanner.isPresent() && scanner.get().equals(by) && namespace.equals(pseudonyms.namespace());
    }

    /** Returns a copy that knows the values of a scan, too. */
    RedactedTranscript with(ScanResult<?> scanned) {
        PseudonymTable all = table.plus(scanned.values(), scanned.numbers());
        return all.equals(table) ? this : new RedactedTranscript(scanner, version, namespace, asked, sent, all);
    }

    /**
     * Returns the index of the first item that was sent in another form before, because a value in it was found later; -1
     * if there is none.
     */
    int changedFrom(RedactedTranscript before) {
        int most = Math.min(asked.size(), before.asked.size());
        for (int i = Math.min(most, sent.shared(before.sent)); i < most; i++) {
            boolean said = asked.get(i).equals(before.asked.get(i));
            if (!said || !sent.get(i).equals(before.sent.get(i))) {
                return said ? i : -1;
            }
        }
        return -1;
    }

    /**
     * Returns the redacted form of another transcript, in which the values of this one are hidden, too. Costs only the items
     * that it does not share with this one.
     */
    RedactedTranscript next(Transcript asking, CachingScanner by, PseudonymGenerator pseudonyms) {
        int shared = shared(asking, by, pseudonyms);
        if (shared > 0 && shared == asking.size() && shared == asked.size()) {
            return this;
        }
        CachingScanner.ScanSession look = by.look(pseudonyms);
        Map<String, String> values = new HashMap<>();
        Set<String> numbers = new HashSet<>();
        List<ScanResult<Interaction>> scans = new ArrayList<>();
        boolean same = shared == 0 || isSame();
        for (int i = shared; i < asking.size(); i++) {
            Interaction each = asking.get(i);
            ScanResult<Interaction> its = look.scan(each, InteractionRedactor::interaction);
            same &= its.redacted().isEmpty();
            scans.add(its);
            its.addTo(values, numbers);
        }
        PseudonymTable known = table(by, pseudonyms);
        PseudonymTable all = known.plus(values, numbers);
        if (same && all.isEmpty()) {
            return new RedactedTranscript(Optional.of(by), by.version(), pseudonyms.namespace(), asking, asking, all);
        }
        if (all.equals(known) || shared == 0) {
            Set<String> parts = values.isEmpty() ? Set.of() : all.parts();
            List<Interaction> more = new ArrayList<>();
            for (int i = shared; i < asking.size(); i++) {
                Interaction each = asking.get(i);
                ScanResult<Interaction> its =
                        by.whole(each, scans.get(i - shared), all, parts, InteractionRedactor::interaction, pseudonyms);
                more.add(its.redacted().orElse(each));
                all = all.plus(its.values(), its.numbers());
            }
            Transcript before = shared == 0 ? Transcript.empty() : sent;
            Transcript longer = before.appendAll(hidden(more, all));
            return new RedactedTranscript(Optional.of(by), by.version(), pseudonyms.namespace(), asking, longer, all);
        }
        return ofNothing(by, pseudonyms, all).next(asking, by, pseudonyms);
    }

    /**
     * Returns how many items at the front need no scan: none, unless the other transcript begins with all items of this
     * one, or these have no matches.
     */
    private int shared(Transcript asking, CachingScanner by, PseudonymGenerator pseudonyms) {
        if (!isBy(by, pseudonyms)) {
            return 0;
        }
        int shared = asking.shared(asked);
        return (table.isEmpty() && isSame()) || shared == asked.size() ? shared : 0;
    }

    /** Returns whether all is sent as it is. */
    @SuppressWarnings("ReferenceEquality") // what is sent as it is, is the same instance
    private boolean isSame() {
        return sent == asked;
    }

    /** Hides known values in interactions whose own text does not announce them. */
    private static List<Interaction> hidden(List<Interaction> redacted, PseudonymTable table) {
        InteractionRedactor hiding = InteractionRedactor.hiding(table.hiding());
        return redacted.stream()
                .map(each -> {
                    Interaction hidden = hiding.interaction(each);
                    return hidden.equals(each) ? each : hidden;
                })
                .toList();
    }

    @Override
    public String toString() {
        return "RedactedTranscript[" + asked.size() + " interactions, " + table + "]";
    }
}
