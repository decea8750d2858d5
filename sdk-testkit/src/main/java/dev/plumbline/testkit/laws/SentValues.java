package dev.plumbline.testkit.laws;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.testkit.internal.LawAssertion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The values of a request in its order, also those of which a text is the JSON: whether a call is in it as it is. */
final class SentValues {
    private final List<Json> values = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();

    SentValues(Json request) {
        add(request);
    }

    private void add(Json value) {
        values.add(value);
        value.findText().ifPresent(text -> {
            texts.add(text);
            if (text.startsWith("{") || text.startsWith("[")) {
                addParsed(text);
            }
        });
        if (value.kind() == Json.Kind.ARRAY) {
            value.elements().forEach(this::add);
        } else if (value.kind() == Json.Kind.OBJECT) {
            value.fields().forEach((name, each) -> add(each));
        }
    }

    private void addParsed(String text) {
        try {
            add(Json.parse(text));
        } catch (JsonException words) {
            // a text that only begins like JSON
        }
    }

    /** Checks that what a call says is sent exactly: nothing of a text is changed, and nothing is added to it. */
    void check(AiCall call, LawAssertion verdict) {
        int at = 0;
        List<Interaction> all = call.effective();
        for (int i = 0; i < all.size(); i++) {
            Interaction each = all.get(i);
            if (each instanceof Interaction.User user) {
                boolean isBehindWords = i > 0 && isJoined(all.get(i - 1));
                boolean isBeforeWords = i + 1 < all.size() && isJoined(all.get(i + 1));
                at = inOrder(
                        user.parts(),
                        at,
                        text -> sent -> sent.equals(text)
                                || (isBehindWords && sent.endsWith("\n" + text))
                                || (isBeforeWords && sent.startsWith(text + "\n")),
                        verdict);
                user.parts().forEach(part -> part(part, verdict));
            } else if (each instanceof Interaction.Assistant assistant) {
                at = inOrder(assistant.parts(), at, text -> text::equals, verdict);
            } else if (each instanceof Interaction.ToolCall tool) {
                has(tool.name()::equals, tool.name(), verdict);
                has(tool.arguments(), verdict);
                ids(tool.id(), verdict);
            } else if (each instanceof Interaction.ToolResult result) {
                ids(result.callId(), verdict);
                envelope(result.envelope(), verdict);
            } else if (each instanceof Interaction.System system) {
                has(within(system.text()), system.text(), verdict);
            } else if (each instanceof Interaction.Summary summary) {
                has(within(summary.text()), summary.text(), verdict);
            } else if (each instanceof Interaction.Context facts) {
                facts.values().forEach((name, fact) -> fact(name, fact, verdict));
            }
        }
        call.tools().forEach(tool -> {
            has(tool.name()::equals, tool.name(), verdict);
            has(tool.description()::equals, tool.description(), verdict);
            if (tool.inputSchema().get("properties").exists()) { // some services need what this lacks
                has(tool.inputSchema(), verdict);
            }
        });
        call.outputSchema().ifPresent(schema -> has(schema, verdict));
    }

    /** Returns whether some formats send it within the text of the user's message beside it, because roles have to take turns. */
    private static boolean isJoined(Interaction each) {
        return each instanceof Interaction.User
                || each instanceof Interaction.System
                || each instanceof Interaction.Summary
                || each instanceof Interaction.Context;
    }

    /** Checks the texts of a message behind those before it, and returns where they end: one by one, or joined with white space. */
    private int inOrder(List<Part> parts, int from, Function<String, Predicate<String>> is, LawAssertion verdict) {
        List<String> said = parts.stream()
                .filter(Part.Text.class::isInstance)
                .map(part -> ((Part.Text) part).text())
                .toList();
        Pattern joined = Pattern.compile(
                String.join("\\s*", said.stream().map(Pattern::quote).toList()));
        int at = from;
        for (int i = 0; i < said.size(); i++) {
            String text = said.get(i);
            int next = next(at, is.apply(text));
            int whole = i == 0 ? next(at, each -> joined.matcher(each).matches()) : -1;
            if (next < 0 && whole >= 0) {
                return whole + 1;
            }
            check(next >= 0, text, verdict);
            at = texts.get(next).equals(text) ? next + 1 : next; // the next message may be in the same text
        }
        return at;
    }

    private int next(int from, Predicate<String> is) {
        for (int i = from; i < texts.size(); i++) {
            if (is.test(texts.get(i))) {
                return i;
            }
        }
        return -1;
    }

    private void part(Part part, LawAssertion verdict) {
        if (part instanceof Part.Image image) {
            bytes(image.blob(), verdict);
        } else if (part instanceof Part.Audio audio) {
            bytes(audio.blob(), verdict);
        } else if (part instanceof Part.File file) {
            bytes(file.blob(), verdict);
        }
    }

    private void bytes(Blob blob, LawAssertion verdict) {
        try (InputStream in = blob.open()) {
            String written = Base64.getEncoder().encodeToString(in.readAllBytes());
            has(within(written), "the bytes " + written, verdict);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void envelope(ToolEnvelope envelope, LawAssertion verdict) {
        envelope.failure()
                .ifPresentOrElse(
                        failure -> has(within(failure.message()), failure.message(), verdict),
                        () -> result(envelope.result(), verdict));
        envelope.parts().forEach(part -> part(part, verdict));
    }

    /** A result that is one value may be sent as that value. */
    private void result(Json result, LawAssertion verdict) {
        Json value = result.get("value");
        boolean isValue = value.exists() && result.fields().size() == 1;
        has(isValue && values.contains(value) ? value : result, verdict);
    }

    private void fact(String name, Json fact, LawAssertion verdict) {
        String text = fact.findText().orElseGet(fact::text);
        check(values.contains(fact) || texts.stream().anyMatch(within(text)), "fact " + name, verdict);
    }

    /** Checks that a call and its result have the same id, if they have one. */
    private void ids(String id, LawAssertion verdict) {
        verdict.check(
                texts.stream().filter(id::equals).count() != 1,
                "the id " + id + " once",
                "send the id of a tool call with its result, too");
    }

    private void has(Json value, LawAssertion verdict) {
        check(values.contains(value) || texts.contains(value.text()), value.text(), verdict);
    }

    private void has(Predicate<String> text, String shown, LawAssertion verdict) {
        check(shown.isEmpty() || texts.stream().anyMatch(text), shown, verdict);
    }

    private static Predicate<String> within(String text) {
        return each -> each.contains(text);
    }

    private static void check(boolean is, String value, LawAssertion verdict) {
        verdict.check(
                is,
                "no " + Json.of(value).text() + ", or at another place",
                "send each value of the call as it is, in its order; escape it once, and add nothing to it");
    }
}
