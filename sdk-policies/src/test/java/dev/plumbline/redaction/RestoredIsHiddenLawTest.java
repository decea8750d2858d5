package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;

/** Whatever is around a pseudonym: a value that is restored there is hidden again when the text is sent. */
class RestoredIsHiddenLawTest {
    private static final List<String> VALUES = List.of(
            "hunter2x99",
            "tigerente",
            "48392017",
            "Ivo",
            "\u0418\u0432\u0430\u043d\u043e\u0432",
            "\u7530\u4e2d",
            "p@ss/w\u00f6rd",
            "Zoe Quill-7",
            "+49x",
            "7up",
            "\u00d6zil");
    private static final List<String> AROUND = List.of(
            "",
            "a",
            "s",
            "en",
            "ing",
            "9",
            "_",
            "-",
            " ",
            ".",
            "\n",
            "\t",
            "/",
            "\u00e4",
            "\u3067\u3059",
            "\u96f6",
            "\uff19",
            "\u096f",
            "\u200b",
            "\ud835\udfd7",
            "n",
            "\\",
            "u0041",
            "\\u0041",
            "\\u096F",
            "\\u200b",
            "\\u3067",
            "\\u00e4",
            "\\u0020",
            "\\n",
            "\"",
            "%41",
            "&#65;",
            "KEY_",
            "\u0430");

    private final Random random = new Random();

    private static String pseudonym(int index) {
        return "KEY_" + "%016x".formatted(0x9e07aabbccdd0000L + index * 7919L);
    }

    private static PseudonymTable table() {
        PseudonymTable table = PseudonymTable.EMPTY;
        for (int i = 0; i < VALUES.size(); i++) {
            table = table.plus(Map.of(pseudonym(i), VALUES.get(i)));
        }
        return table;
    }

    private <T> T any(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    /** Returns pieces around pseudonyms; a piece is never a part of a value and never completes one. */
    private String written() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(5); i >= 0; i--) {
            text.append(any(AROUND)).append(any(AROUND)).append(pseudonym(random.nextInt(VALUES.size())));
        }
        return text.append(any(AROUND)).append(any(AROUND)).append(any(AROUND)).toString();
    }

    private String streamed(StreamFilter filter, String text) {
        StringBuilder out = new StringBuilder();
        for (int at = 0; at < text.length(); ) {
            int to = Math.min(text.length(), at + 1 + random.nextInt(9));
            out.append(filter.accept(text.substring(at, to)));
            at = to;
        }
        return out.append(filter.finish()).toString();
    }

    private static void isHidden(String written, String restored, String hidden) {
        assertThat(VALUES)
                .as(
                        "%s, restored as %s",
                        Json.of(written).text(), Json.of(restored).text())
                .noneMatch(value -> NormalizedText.string(hidden).contains(value));
    }

    @Property(tries = 20_000)
    @Label("52 a value that is restored in an answer is hidden again in the next call, whatever is around it")
    void w52_text(@ForAll long seed) {
        random.setSeed(seed);
        PseudonymTable table = table();
        String written = written();
        String restored = streamed(table.restoring(random.nextBoolean()), written);
        isHidden(written, restored, table.hiding().apply(restored));
        isHidden(written, table.restored(written), table.hiding().apply(table.restored(written)));
    }

    @Property(tries = 20_000)
    @Label("52 a value that is restored in arguments is hidden again from a tool that may not have it")
    void w52_json(@ForAll long seed) {
        random.setSeed(seed);
        PseudonymTable table = table();
        List<String> texts = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            // escapes of JSON stay as they are, so that they are letters only when the JSON has been read
            texts.add("\""
                    + written()
                            .replaceAll("\\\\(?![nu])|\\\\u(?![0-9a-fA-F]{4})", "")
                            .replace("\"", "\\\"")
                            .replace("\n", "\\n")
                            .replace("\t", "\\t")
                    + "\"");
        }
        String written = "{\"q\":" + texts + "}";
        Json restored = Json.parse(streamed(table.restoringJson(Json.object(), true), written));
        Json hidden = JsonLeafMapper.ofKnown(table.hiding()).change(restored);
        for (Json each : hidden.get("q").elements()) {
            isHidden(written, restored.text(), each.asText());
        }
    }
}
