package dev.plumbline.extensions;

import dev.plumbline.body.AiBody;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * A request of an evaluation, with what its answer should be. A value.
 *
 * @param id unique in its set; comparisons with a stored run go by it
 * @param body the request
 * @param expected what scorers compare the answer with; JSON null if they need nothing
 */
public record EvaluationCase(String id, AiBody body, Json expected) {

    /**
     * Creates a case.
     *
     * @throws IllegalArgumentException if the id is blank
     */
    public EvaluationCase {
        Objects.requireNonNull(body, "body");
        Objects.requireNonNull(expected, "expected");
        if (id.isBlank()) {
            throw new IllegalArgumentException("a case needs an id, by which it is compared with a stored run");
        }
    }

    /** Returns a case of one user message and a text that its answer is compared with. */
    public static EvaluationCase of(String id, String userText, String expected) {
        return new EvaluationCase(id, AiBody.of(userText), Json.of(expected));
    }

    /**
     * Reads a case: {@code id}, {@code body} (the form of {@link AiBody#toJson()}) or {@code user} (one message), and
     * {@code expected}, which may be missing.
     *
     * @throws JsonException names the place of a member that is missing or of the wrong kind
     */
    public static EvaluationCase from(Json json) {
        AiBody body = json.get("body").exists()
                ? AiBody.from(json.get("body"))
                : AiBody.of(json.get("user").asText());
        Json expected = json.get("expected");
        return new EvaluationCase(json.get("id").asText(), body, expected.exists() ? expected : Json.of(null));
    }

    /**
     * Reads a file with a case in JSON on each line; empty lines are ignored.
     *
     * @throws IllegalArgumentException names file and line of an invalid case, and of an id that was used before
     */
    public static List<EvaluationCase> read(Path file) throws IOException {
        List<EvaluationCase> cases = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            if (!line.isBlank()) {
                cases.add(read(line, file.getFileName() + ", line " + number, ids));
            }
        }
        return List.copyOf(cases);
    }

    private static EvaluationCase read(String line, String place, Set<String> ids) {
        EvaluationCase read;
        try {
            read = from(Json.parse(line));
        } catch (JsonException | IllegalStateException | IllegalArgumentException e) {
            throw new IllegalArgumentException(place + ": " + e.getMessage(), e);
        }
        if (!ids.add(read.id())) {
            throw new IllegalArgumentException(place + ": the id " + read.id() + " was used before; ids are unique");
        }
        return read;
    }
}
