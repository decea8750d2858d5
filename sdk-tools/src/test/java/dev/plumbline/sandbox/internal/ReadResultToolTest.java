package dev.plumbline.sandbox.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.ToolEnvelope.Code;
import dev.plumbline.call.Cancellation;
import dev.plumbline.json.Json;
import dev.plumbline.json.internal.Mark;
import dev.plumbline.json.internal.MarkedText;
import dev.plumbline.json.internal.Marks;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tool.internal.ContentScanner;
import dev.plumbline.tool.internal.ContentScans;
import dev.plumbline.tool.internal.ToolResultStore.StoredResult;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model that reads on. */
@DisplayName("57 the rest of a large result is read page by page")
class ReadResultToolTest {
    private final SandboxCallFixture visitor = new SandboxCallFixture();

    @TempDir
    private Path temp;

    private ToolSandbox sandbox;
    private AiTool tool;

    @BeforeEach
    void open() {
        sandbox = visitor.sandbox(EgressRules.none()).tempFolder(temp).build();
        tool = sandbox.readResultTool();
    }

    @AfterEach
    void close() {
        sandbox.close();
    }

    private String keep(String mediaType, byte[] content) throws Exception {
        return sandbox.results()
                .store("s1", mediaType, new ByteArrayInputStream(content))
                .map(StoredResult::reference)
                .orElseThrow();
    }

    private String keep(String json) throws Exception {
        return keep("application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    private ToolEnvelope call(Map<String, Object> arguments) throws Exception {
        return call("s1", arguments);
    }

    private ToolEnvelope call(String session, Map<String, Object> arguments) throws Exception {
        Object result = tool.handler().call(Json.of(arguments), SessionToolContexts.ofSession(session));
        return result instanceof ToolEnvelope envelope ? envelope : ToolEnvelope.ok(result);
    }

    private String page(Map<String, Object> arguments) throws Exception {
        return call(arguments).result().text();
    }

    @Test
    @DisplayName("57 a list is read by elements, whole ones, with what there is and where to go on")
    void list_byElements() throws Exception {
        String ref = keep("{\"items\":[{\"id\":\"w1\"},{\"id\":\"w2\"},{\"id\":\"w3\"}],\"unit\":\"mm\"}");
        assertThat(page(Map.of("reference", ref, "at", "/items", "count", 2)))
                .isEqualTo("{\"items\":[{\"id\":\"w1\"},{\"id\":\"w2\"}],\"from\":0,\"total\":3,\"next\":2}");
        assertThat(page(Map.of("reference", ref, "at", "/items", "from", 2)))
                .isEqualTo("{\"items\":[{\"id\":\"w3\"}],\"from\":2,\"total\":3}");
        assertThat(page(Map.of("reference", ref, "at", "/items", "from", 9)))
                .isEqualTo("{\"items\":[],\"from\":9,\"total\":3}");
        assertThat(page(Map.of("reference", ref, "at", "/items/1/id")))
                .isEqualTo("{\"text\":\"w2\",\"from\":0,\"total\":2}");
    }

    @Test
    @DisplayName("57 a list that was kept bare is read as an envelope shows it")
    void list_keptBare_isItems() throws Exception {
        String ref = keep("[{\"id\":\"w1\"},2]");
        assertThat(page(Map.of("reference", ref, "at", "/items", "from", 1)))
                .isEqualTo("{\"items\":[2],\"from\":1,\"total\":2}");
        assertThat(page(Map.of("reference", ref, "at", "/items/0/id"))).startsWith("{\"text\":\"w1\"");
    }

    @Test
    @Tag("D19")
    @DisplayName("57 following next reads everything once, whatever the sizes")
    void next_leadsThroughEverything() throws Exception {
        List<String> elements = IntStream.range(0, 3_000)
                .mapToObj(i -> "{\"id\":" + i + ",\"text\":\"" + "\\\"x]},".repeat(i % 97) + "\"}")
                .toList();
        String ref = keep("[" + String.join(",", elements) + "]");
        List<String> read = new ArrayList<>();
        int pages = 0;
        for (long next = 0; next >= 0; pages++) {
            Json page =
                    call(Map.of("reference", ref, "from", next, "count", 1_000)).result();
            page.get("items").elements().forEach(element -> read.add(element.text()));
            assertThat(page.text().length()).isLessThan(24_250);
            assertThat(page.get("total").asInt()).isEqualTo(3_000);
            next = page.get("next").exists() ? page.get("next").asLong() : -1;
        }
        assertThat(read).isEqualTo(elements);
        assertThat(pages).isGreaterThan(20);
    }

    @Test
    @DisplayName("57 an element too long for a page is named with the pointer to read it by")
    void element_tooLong_isLeftOut() throws Exception {
        String ref = keep("{\"a/b\":[1,\"" + "x".repeat(20_000) + "\",{\"deep\":[true,null]}]}");
        assertThat(page(Map.of("reference", ref, "at", "/a~1b")))
                .isEqualTo(
                        "{\"items\":[1,{\"leftOut\":\"text\",\"bytes\":20002,\"at\":\"/a~1b/1\"},{\"deep\":[true,null]}],"
                                + "\"from\":0,\"total\":3}");
        Json text = call(Map.of("reference", ref, "at", "/a~1b/1")).result();
        assertThat(text.get("text").asText()).hasSize(16_000);
        assertThat(text.get("total").asInt()).isEqualTo(20_000);
        Json rest = call(Map.of(
                        "reference",
                        ref,
                        "at",
                        "/a~1b/1",
                        "from",
                        text.get("next").asLong()))
                .result();
        assertThat(rest.get("text").asText()).hasSize(4_000);
        assertThat(rest.get("next").exists()).isFalse();
        assertThat(page(Map.of("reference", ref, "at", "/a~1b/2/deep/0"))).isEqualTo("{\"value\":true}");
    }

    @Test
    void object_byMembers() throws Exception {
        String ref = keep("{ \"a\" : 1 , \"b\" : \"two\" , \"c\" : [ ] , \"d\" : { } }");
        assertThat(page(Map.of("reference", ref, "count", 2)))
                .isEqualTo("{\"members\":[{\"name\":\"a\",\"value\":1},{\"name\":\"b\",\"value\":\"two\"}],"
                        + "\"from\":0,\"total\":4,\"next\":2}");
        assertThat(page(Map.of("reference", ref, "at", "/c"))).isEqualTo("{\"items\":[],\"from\":0,\"total\":0}");
        assertThat(page(Map.of("reference", ref, "at", "/d"))).isEqualTo("{\"members\":[],\"from\":0,\"total\":0}");
    }

    @Test
    @DisplayName("57 no character is cut in two, escaped or not")
    void text_isNotCutInsideACharacter() throws Exception {
        String emoji = "\ud83c\udfe0";
        String text = "x" + emoji.repeat(10_000);
        String plain = keep("text/plain", text.getBytes(StandardCharsets.UTF_8));
        String escaped = keep("[\"x" + "\\ud83c\\udfe0".repeat(10_000) + "\"]");
        String asItIs = keep("[\"" + text + "\"]");
        assertThat(read(plain, "")).isEqualTo(text);
        assertThat(read(escaped, "/0")).isEqualTo(text);
        assertThat(read(asItIs, "/0")).isEqualTo(text);
        assertThat(page(Map.of("reference", keep("[\"\\n\\t\\\"\\\\\\/\\u0041\\b\\f\\r\"]"), "at", "/0")))
                .isEqualTo("{\"text\":\"\\n\\t\\\"\\\\/A\\b\\f\\r\",\"from\":0,\"total\":9}");
    }

    private String read(String reference, String at) throws Exception {
        StringBuilder all = new StringBuilder();
        for (long next = 0; next >= 0; ) {
            Json page =
                    call(Map.of("reference", reference, "at", at, "from", next)).result();
            String piece = page.get("text").asText();
            assertThat(Character.isLowSurrogate(piece.charAt(0))).isFalse();
            assertThat(Character.isHighSurrogate(piece.charAt(piece.length() - 1)))
                    .isFalse();
            all.append(piece);
            next = page.get("next").exists() ? page.get("next").asLong() : -1;
        }
        return all.toString();
    }

    @Test
    @Tag("D19")
    void image_comesAsAPart() throws Exception {
        byte[] png = {(byte) 0x89, 'P', 'N', 'G'};
        ToolEnvelope envelope = call(Map.of("reference", keep("image/png", png)));
        assertThat(envelope.result().text()).isEqualTo("{\"mediaType\":\"image/png\",\"bytes\":4}");
        assertThat(envelope.parts()).singleElement().isInstanceOf(Part.Image.class);
        String large = keep("image/png", new byte[(4 << 20) + 1]);
        assertThatThrownBy(() -> call(Map.of("reference", large)))
                .isInstanceOfSatisfying(
                        ToolException.class, e -> assertThat(e.code()).isEqualTo(Code.QUOTA));
        assertThat(page(Map.of("reference", keep("model/step", png))))
                .isEqualTo("{\"mediaType\":\"model/step\",\"bytes\":4}");
    }

    @Test
    void unknown_isSaid() throws Exception {
        String ref = keep("[1]");
        assertThatThrownBy(() -> call("s2", Map.of("reference", ref)))
                .isInstanceOf(ToolException.class)
                .hasMessageContaining("No result is stored");
        assertThatThrownBy(() -> call(Map.of("reference", "../../etc/passwd"))).isInstanceOf(ToolException.class);
        for (String at : List.of("/1", "/x", "/0/x", "/01")) {
            assertThatThrownBy(() -> call(Map.of("reference", ref, "at", at)))
                    .isInstanceOfSatisfying(
                            ToolException.class, e -> assertThat(e.code()).isEqualTo(Code.INVALID_ARGUMENTS));
        }
        for (Map<String, Object> bad : List.<Map<String, Object>>of(
                Map.of("reference", ref, "at", "0"),
                Map.of("reference", ref, "from", -1),
                Map.of("reference", ref, "count", 0))) {
            assertThatThrownBy(() -> call(bad))
                    .isInstanceOfSatisfying(
                            ToolException.class, e -> assertThat(e.code()).isEqualTo(Code.INVALID_ARGUMENTS));
        }
    }

    @Test
    @DisplayName("57 100 MB are paged through in little memory")
    void large_isNotReadIntoMemory() throws Exception {
        byte[] element = ("{\"id\":1,\"text\":\"" + "x".repeat(1_000) + "\"},").getBytes(StandardCharsets.UTF_8);
        int elements = 100_000_000 / element.length;
        InputStream content = new SequenceInputStream(Collections.enumeration(List.of(
                new ByteArrayInputStream(new byte[] {'['}),
                new Repeating(element, elements),
                new ByteArrayInputStream("{}]".getBytes(StandardCharsets.UTF_8)))));
        String ref = sandbox.results()
                .store("s1", "application/json", content)
                .map(StoredResult::reference)
                .orElseThrow();
        Json page = call(Map.of("reference", ref, "from", elements - 1)).result();
        assertThat(page.get("items").elements()).hasSize(2);
        assertThat(page.get("total").asInt()).isEqualTo(elements + 1);
    }

    /** The same bytes again and again. */
    private static final class Repeating extends InputStream {
        private final byte[] bytes;
        private long left;

        Repeating(byte[] bytes, long times) {
            this.bytes = bytes;
            this.left = times * bytes.length;
        }

        @Override
        public int read() {
            return left == 0 ? -1 : bytes[(int) ((bytes.length - left-- % bytes.length) % bytes.length)];
        }
    }

    @Test
    @DisplayName("S8 a page ends and begins between values, also where a model asks for the middle of one")
    void s8_pages_divideNoValue() throws Exception {
        String iban = "DE89 3704 0044 0532 0130 00";
        String text = "word ".repeat(3_198) + iban + " and other words".repeat(400);
        int at = text.indexOf(iban);
        String ref = keep("text/plain", text.getBytes(StandardCharsets.UTF_8));

        Json first = call(Map.of("reference", ref)).result();
        Json second = call(Map.of("reference", ref, "from", first.get("next").asLong()))
                .result();

        assertThat(first.get("text").asText() + second.get("text").asText()).isEqualTo(text);
        assertThat(first.get("text").asText()).doesNotContain("DE89");
        assertThat(second.get("text").asText()).startsWith(iban);
        assertThat(call(Map.of("reference", ref, "from", at + 7))
                        .result()
                        .get("text")
                        .asText())
                .startsWith("and other words");
    }

    /** Finds the word of a text that is behind "SSN", and counts how often it was asked. */
    private static final class CountingScanner implements ContentScanner {
        @Override
        public String settings() {
            return "counting";
        }

        private int scans;

        @Override
        public Marks marks(Json content, Cancellation cancellation) {
            scans++;
            NavigableMap<String, List<Mark>> marks = new TreeMap<>();
            int at = content.kind() == Json.Kind.STRING ? content.asText().indexOf("SSN ") : -1;
            if (at >= 0) {
                marks.put("", List.of(new Mark("NATIONAL_ID", at + 4, at + 13)));
            }
            return new Marks(marks, new TreeMap<>());
        }

        @Override
        public String masked(String text, Cancellation cancellation) {
            return text;
        }
    }

    @Test
    @DisplayName("S21 a result of 1 MB that is read in 250 pages is scanned once, and a page has the marks within it")
    void s21_pages_costOneScan() throws Exception {
        CountingScanner scanner = new CountingScanner();
        try (ToolSandbox scanned = visitor.sandbox(EgressRules.none())
                .tempFolder(temp)
                .scanner(scanner)
                .build()) {
            sandbox = scanned;
            tool = scanned.readResultTool();
            String line = "a wall and another wall\n";
            String ref = keep(
                    "text/plain",
                    (line.repeat(20_000) + "SSN 473427114 Anna\n" + line.repeat(20_000))
                            .getBytes(StandardCharsets.UTF_8));
            int marked = 0;
            for (int page = 0; page < 250; page++) {
                Json read = call(Map.of("reference", ref, "from", page * 4_000))
                        .result()
                        .get("text");
                List<Mark> marks = MarkedText.marks(read);
                for (Mark mark : marks.subList(marks.isEmpty() ? 0 : 1, marks.size())) { // behind that of the settings
                    assertThat(read.asText().substring(mark.start(), mark.end()))
                            .isEqualTo("473427114");
                    marked++;
                }
            }
            assertThat(marked).isPositive();
            assertThat(scanner.scans).isEqualTo(1);
        }
    }

    @Test
    @DisplayName("S21 of a result that is too long to be scanned, no part is given away")
    void s21_tooLongToScan_isRefused() throws Exception {
        try (ToolSandbox scanned = visitor.sandbox(EgressRules.none())
                .tempFolder(temp)
                .scanner(new CountingScanner())
                .build()) {
            sandbox = scanned;
            tool = scanned.readResultTool();
            String ref = keep("text/plain", new byte[(int) ContentScans.LONGEST + 1]);
            assertThatThrownBy(() -> call(Map.of("reference", ref)))
                    .isInstanceOfSatisfying(
                            ToolException.class, e -> assertThat(e.code()).isEqualTo(Code.QUOTA))
                    .hasMessageContaining("so that it returns less");
        }
    }
}
