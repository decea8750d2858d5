package dev.plumbline.views;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.conversation.Entry;
import dev.plumbline.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Rows for front ends of another language: what docs/views.md says. */
final class RowJson {
    private RowJson() {}

    static Json of(Row row) {
        if (row instanceof Row.Question question) {
            return media(text("question", row), question.said().parts());
        } else if (row instanceof Row.Answer answer) {
            return media(answer(answer), answer.more());
        } else if (row instanceof Row.Tool tool) {
            return tool(tool);
        } else if (row instanceof Row.Notice notice) {
            return text("notice", row)
                    .with("category", notice.error().category().name());
        }
        return text("summary", row);
    }

    private static Json text(String kind, Row row) {
        return base(kind, row).with("text", row.text());
    }

    private static Json answer(Row.Answer answer) {
        Json json = text("answer", answer);
        Json thought = answer.reasoning().isEmpty() ? json : json.with("reasoning", answer.reasoning());
        Optional<String> refusal = answer.more().stream()
                .filter(Part.Refusal.class::isInstance)
                .map(part -> ((Part.Refusal) part).text())
                .reduce(String::concat);
        return refusal.map(words -> thought.with("refusal", words)).orElse(thought);
    }

    private static Json tool(Row.Tool tool) {
        Json json = base("tool", tool)
                .with("call", tool.call().id())
                .with("name", tool.call().name())
                .with("arguments", tool.call().arguments())
                .with("status", lower(tool.status()))
                .with("fraction", tool.fraction())
                .with("note", tool.note());
        return tool.outcome()
                .map(envelope -> json.with("outcome", envelope.toJson()))
                .orElse(json);
    }

    private static Json base(String kind, Row row) {
        Json json = Json.object().with("key", row.key()).with("kind", kind);
        return row.entry().map(entry -> json.with("entry", entry(entry))).orElse(json);
    }

    private static Json entry(Entry entry) {
        Json json = Json.object()
                .with("id", entry.id().text())
                .with("status", lower(entry.status()))
                .with("at", entry.at().toEpochMilli())
                .with("input", entry.usage().input())
                .with("output", entry.usage().output());
        return entry.parent().map(parent -> json.with("parent", parent.text())).orElse(json);
    }

    /** What comes with the words: by kind and size, its bytes are in the entry. */
    private static Json media(Json row, List<Part> parts) {
        List<Json> media = parts.stream().flatMap(RowJson::medium).toList();
        return media.isEmpty() ? row : row.with("media", media);
    }

    private static Stream<Json> medium(Part part) {
        if (part instanceof Part.Image image) {
            return Stream.of(medium(image.blob()));
        } else if (part instanceof Part.Audio audio) {
            return Stream.of(medium(audio.blob()));
        } else if (part instanceof Part.File file) {
            return Stream.of(medium(file.blob()).with("name", file.name()));
        }
        return Stream.empty();
    }

    private static Json medium(Blob blob) {
        return Json.object().with("type", blob.mediaType()).with("bytes", blob.size());
    }

    private static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
