package dev.plumbline.views;

import dev.plumbline.body.Blob;
import dev.plumbline.body.Part;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.internal.Words;
import dev.plumbline.json.Json;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Writes parts of the JSON of rows, in the format of docs/views.md. */
final class RowJson {
    private RowJson() {}

    /** Returns the members that all rows have. */
    static Json base(String kind, String key, Optional<ConversationEntry> entry) {
        Json json = Json.object().with("key", key).with("kind", kind);
        return entry.map(stored -> json.with("entry", entry(stored))).orElse(json);
    }

    private static Json entry(ConversationEntry entry) {
        Json json = Json.object()
                .with("id", entry.id().text())
                .with("status", lower(entry.status()))
                .with("at", entry.at().toEpochMilli())
                .with("input", entry.usage().input())
                .with("output", entry.usage().output());
        return entry.parent().map(parent -> json.with("parent", parent.text())).orElse(json);
    }

    /** Returns a row with the kind and size of its media; their bytes are in the entry. */
    static Json withMedia(Json row, List<Part> parts) {
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

    /** Returns what a program says in each of our languages, for a page that has its own. */
    static Json texts(Function<Words, String> sentence) {
        Json texts = Json.object();
        for (Locale language : List.of(Locale.ENGLISH, Locale.GERMAN, Locale.FRENCH)) {
            texts = texts.with(language.getLanguage(), sentence.apply(Words.of(language)));
        }
        return texts;
    }

    static String lower(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
