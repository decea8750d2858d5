package dev.plumbline.tools;

import dev.plumbline.body.ContentOrigin;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import dev.plumbline.ui.Question.CallRisk;
import dev.plumbline.ui.Question.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Function;

/**
 * What the question about a call says: a sentence, by the tool if it makes one; what the call may do; the values; and, to be
 * looked at on request, the exact arguments and the document.
 *
 * @param call the call
 * @param sentence the tool's own, escaped; empty if it has none
 * @param exact the values of the arguments as they are compared
 * @param risk the risk of the call
 * @param words the language of the person
 */
record ApprovalText(
        GuardedToolContext call, Optional<String> sentence, ArgumentRows exact, CallRisk risk, Words words) {
    private static final int MOST_NAMES = 5;

    static ApprovalText of(GuardedToolContext call, CallRisks.WatchedRevision at) {
        Words words = call.words();
        ArgumentRows exact = ArgumentRows.of(call.call().arguments(), words);
        return new ApprovalText(call, sentence(call), exact, CallRisks.of(call, exact.rows(), at, words), words);
    }

    static Optional<String> sentence(GuardedToolContext call) {
        return call.setting().tool().tool().preview().flatMap(preview -> sentence(preview, call));
    }

    /**
     * Returns the tool's sentence, which is made on the thread of the tool; empty if it fails, or the UI thread is busy, so
     * that the question shows the values alone.
     */
    private static Optional<String> sentence(Function<Json, String> preview, GuardedToolContext call) {
        Callable<String> words = () -> preview.apply(call.call().arguments());
        try {
            return Optional.of(VisibleTextEscaper.of(call.isOnUiThread() ? call.onUiThread(words) : words.call()));
        } catch (Exception | Error failed) {
            if (failed instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            call.setting().report("preview", failed);
            return Optional.empty();
        }
    }

    /** Returns why the call cannot be approved; empty if it can. */
    Optional<String> fault() {
        return exact.fault();
    }

    String title() {
        Json arguments = call.call().arguments();
        return words.say(
                "question.call",
                sentence.isPresent()
                        ? CallSentence.capital(CallSentence.named(call.call().name()))
                        : CallSentence.of(call.setting().definition(), arguments, words));
    }

    List<Part> parts() {
        List<Part> parts = new ArrayList<>();
        sentence.ifPresent(own -> parts.add(Part.of(ContentOrigin.TOOL, words.say("call.tool-says"), own)));
        parts.add(Part.host(effect()));
        risk.changes().map(this::changes).ifPresent(parts::add);
        parts.addAll(exact.fault().isPresent() ? List.copyOf(exact.rows().values()) : rows());
        if (exact.more() > 0) {
            parts.add(Part.host(words.say("call.more", exact.more())));
        }
        risk.untrusted().ifPresent(source -> parts.add(Part.host(note(source))));
        exact.reason().ifPresent(why -> parts.add(Part.host(words.say("call.cannot", why))));
        return parts;
    }

    private List<Part> rows() {
        Json arguments = call.call().arguments();
        return ValueRows.of(call.setting().definition(), arguments, sentence.isPresent(), words);
    }

    /** Returns what a person looks at on request: the tool, the document, the exact arguments. */
    List<Part> details() {
        List<Part> details = new ArrayList<>();
        details.add(row("detail.tool", VisibleTextEscaper.of(call.call().name())));
        risk.document()
                .ifPresent(watched -> details.add(
                        row("detail.document", words.say("detail.revision", watched.key(), watched.revision()))));
        exact.rows().values().stream().map(Part::opened).forEach(details::add);
        return details;
    }

    private Part row(String heading, String text) {
        return Part.of(ContentOrigin.HOST, words.say(heading), text).opened();
    }

    private String effect() {
        Set<String> tags = call.tool().tags();
        boolean isClaim = risk.effect() == CallRisk.Effect.DESTRUCTIVE && tags.contains(ContentOrigin.MCP.tag());
        String effect = words.say(
                !isClaim
                        ? "effect." + risk.effect().name()
                        : tags.contains("claims-read-only") ? "effect.claims-read-only" : "effect.may-destroy");
        return risk.openWorld() ? words.say("effect.and", effect, words.say("effect.open-world")) : effect;
    }

    private Part changes(List<String> names) {
        List<String> shown = new ArrayList<>(names.subList(0, Math.min(MOST_NAMES, names.size())));
        if (names.size() > MOST_NAMES) {
            shown.add(words.say("changes.more", names.size() - MOST_NAMES));
        }
        if (risk.document().filter(CallRisk.WatchedDocument::isChanged).isPresent()) {
            shown.add(words.say("changes.document"));
        }
        return Part.host(
                shown.isEmpty() ? words.say("changes.none") : words.say("changes.since", String.join(", ", shown)));
    }

    private String note(CallRisk.UntrustedSource source) {
        String read = words.say(
                "untrusted.read",
                source.source(),
                words.say("origin." + source.origin().name()));
        return source.values().isEmpty() ? read : String.join("; ", source.values()) + ". " + read;
    }
}
