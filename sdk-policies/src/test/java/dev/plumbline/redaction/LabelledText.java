package dev.plumbline.redaction;

import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A text and the positions of values in it.
 *
 * @param template the sentence it was made of
 * @param text the text
 * @param values what must be found
 */
record LabelledText(int template, String text, List<Match> values) {

    static List<String> lines(String resource) {
        try (InputStream in = Objects.requireNonNull(LabelledText.class.getResourceAsStream(resource), resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Samples of presidio-research. */
    static List<LabelledText> samples(String resource) {
        return lines(resource).stream()
                .map(Json::parse)
                .map(LabelledText::sample)
                .toList();
    }

    private static LabelledText sample(Json json) {
        List<Match> values = json.get("spans").elements().stream()
                .map(span -> span.elements())
                .map(span -> new Match(
                        span.get(0).asText(), span.get(1).asInt(), span.get(2).asInt()))
                .toList();
        return new LabelledText(json.get("template").asInt(), json.get("text").asText(), values);
    }

    /** Cases of presidio's own tests: one kind each. */
    static List<LabelledText> cases(String resource) {
        List<LabelledText> cases = new ArrayList<>();
        for (String line : lines(resource)) {
            Json json = Json.parse(line);
            String kind = json.get("kind").asText();
            List<Match> values = json.get("spans").elements().stream()
                    .map(span -> span.elements())
                    .map(span ->
                            new Match(kind, span.get(0).asInt(), span.get(1).asInt()))
                    .toList();
            cases.add(new LabelledText(cases.size(), json.get("text").asText(), values));
        }
        return cases;
    }
}
