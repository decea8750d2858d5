package dev.plumbline.tools;

import static dev.plumbline.tools.ToolExecutorFixture.code;
import static dev.plumbline.tools.ToolExecutorFixture.effect;
import static dev.plumbline.tools.ToolExecutorFixture.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.json.Json;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.internal.ToolResultStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LargeResultTest {
    private static final int CAP = 2048;

    private final ToolExecutorFixture bench =
            new ToolExecutorFixture().with(b -> b.limits(ToolLimits.ofDefaults().withResultBytes(CAP)));

    @AfterEach
    void close() {
        bench.close();
    }

    /** Keeps one result, or nothing. */
    private static final class Shelf implements ToolResultStore {
        private static final String REFERENCE = "a".repeat(64);
        private final boolean open;
        private String kept = "";

        Shelf(boolean open) {
            this.open = open;
        }

        @Override
        public Optional<StoredResult> store(String session, String mediaType, InputStream content) throws IOException {
            if (!open) {
                throw new IOException("disk full");
            }
            kept = new String(content.readAllBytes(), StandardCharsets.UTF_8);
            return Optional.of(
                    new StoredResult(REFERENCE, mediaType, kept.length(), () -> InputStream.nullInputStream()));
        }

        @Override
        public Optional<StoredResult> find(String session, String reference) {
            return Optional.empty();
        }
    }

    private ToolEnvelope result(Object result) {
        bench.with(tool("t", (in, ctx) -> result));
        ToolEnvelope envelope = bench.run("t");
        assertThat(JsonTruncator.bytes(envelope.toJson())).isLessThanOrEqualTo(CAP);
        return envelope;
    }

    @Test
    void smallResult_isLeftAlone() {
        ToolEnvelope envelope = result(List.of(1, 2));
        assertThat(envelope.toJson().text()).isEqualTo("{\"ok\":true,\"result\":{\"items\":[1,2]}}");
    }

    @Test
    @Tag("SH92")
    @Tag("SH157")
    @Tag("D19")
    @DisplayName("57 a long list is cut between elements, counted, and the rest kept by reference")
    void longList_isCutBetweenElements() {
        Shelf shelf = new Shelf(true);
        bench.with(b -> b.resultStore(shelf));
        ToolEnvelope envelope = result(IntStream.range(0, 1000).mapToObj(i -> Map.of("id", "w" + i)));
        int kept = envelope.result().get("items").elements().size();
        assertThat(kept).isBetween(10, 200);
        assertThat(envelope.result().at("/items/" + (kept - 1) + "/id").asText())
                .isEqualTo("w" + (kept - 1));
        assertThat(envelope.meta().get("truncated").asBoolean()).isTrue();
        assertThat(envelope.meta().get("at").asText()).isEqualTo("/items");
        assertThat(envelope.meta().get("next").asInt()).isEqualTo(kept);
        assertThat(envelope.meta().get("total").asInt()).isEqualTo(1000);
        assertThat(envelope.meta().get("reference").asText()).isEqualTo("a".repeat(64));
        assertThat(Json.parse(shelf.kept).elements()).hasSize(1000);
        assertThat(Json.parse(shelf.kept).at("/999/id").asText()).isEqualTo("w999");
    }

    @Test
    @Tag("SH92")
    void notesAndMessages_areCutToo() {
        ToolEnvelope failed = ToolEnvelope.failed(ToolEnvelope.Code.FAILED, "x".repeat(100_000))
                .withMeta("mine", "y".repeat(CAP))
                .withRetryable(true);
        bench.with(tool("fails", (in, ctx) -> failed));
        ToolEnvelope noted =
                result(ToolEnvelope.ok(1).withMeta("mine", "x".repeat(CAP)).withMeta("short", true));
        assertThat(noted.result().get("value").asInt()).isEqualTo(1);
        assertThat(noted.meta().get("metaTruncated").asBoolean()).isTrue();
        assertThat(noted.meta().get("short").asBoolean()).isTrue();
        ToolEnvelope shorter = bench.run("fails");
        assertThat(shorter.utf8Length()).isBetween(4096L, 4096L + CAP / 8 + 512);
        assertThat(shorter.failure().orElseThrow().retryable()).isTrue();
    }

    @Test
    @Tag("D19")
    void storeThatFails_leavesThePartAndTheTotal() {
        bench.with(b -> b.resultStore(new Shelf(false)));
        ToolEnvelope envelope = result(Collections.nCopies(1000, "wall"));
        assertThat(envelope.meta().get("total").asInt()).isEqualTo(1000);
        assertThat(envelope.meta().get("reference").exists()).isFalse();
    }

    @Test
    @Tag("F57")
    void endlessList_isCutAndNotCounted() {
        bench.with(b -> b.limits(ToolLimits.ofDefaults().withResultBytes(CAP).withElements(5000)));
        ToolEnvelope envelope = result(Stream.generate(() -> "again").iterator());
        assertThat(envelope.meta().get("truncated").asBoolean()).isTrue();
        assertThat(envelope.meta().get("total").exists()).isFalse();
    }

    @Test
    void elementWithoutAJsonForm_isSaidWithItsPlace() {
        ToolEnvelope envelope = result(new ArrayList<>(List.of(1, Double.NaN)));
        assertThat(code(envelope)).isEqualTo(ToolEnvelope.Code.INVALID_RESULT);
        assertThat(envelope.failure().orElseThrow().message()).contains("/1");
    }

    @Test
    void listInsideAnObject_isCutThere_theRestStays() {
        Shelf shelf = new Shelf(true);
        bench.with(b -> b.resultStore(shelf));
        ToolEnvelope envelope = result(
                Map.of("name", "plan", "walls", IntStream.range(0, 900).boxed().toList()));
        assertThat(envelope.result().get("name").asText()).isEqualTo("plan");
        assertThat(envelope.result().get("walls").elements()).hasSizeBetween(100, 899);
        assertThat(envelope.meta().get("at").asText()).isEqualTo("/walls");
        assertThat(envelope.meta().get("total").asInt()).isEqualTo(900);
        assertThat(Json.parse(shelf.kept).get("walls").elements()).hasSize(900);
    }

    @Test
    void longText_keepsBeginningAndEnd() {
        ToolEnvelope envelope = result("begin " + "x".repeat(10_000) + " end");
        String text = envelope.result().get("value").asText();
        assertThat(text).startsWith("begin ").endsWith(" end").contains("characters left out");
        assertThat(envelope.meta().get("at").asText()).isEqualTo("/value");
    }

    @Test
    void longTextOfPairsAndEscapes_staysWhole() {
        ToolEnvelope envelope = result("\ud83d\ude00".repeat(3000));
        assertThat(envelope.isOk()).isTrue();
        bench.close();
        try (ToolExecutorFixture next = new ToolExecutorFixture()) {
            next.with(b -> b.limits(ToolLimits.ofDefaults().withResultBytes(CAP)))
                    .with(tool("t", (in, ctx) -> "\u0001".repeat(9000)));
            assertThat(JsonTruncator.bytes(next.run("t").toJson())).isLessThanOrEqualTo(CAP);
        }
    }

    @Test
    void oneHugeElement_isCutItself() {
        ToolEnvelope envelope = result(List.of(Map.of("id", "w1", "points", "p".repeat(5000)), 2));
        assertThat(envelope.result().at("/items/0/id").asText()).isEqualTo("w1");
        assertThat(envelope.meta().get("next").asInt()).isEqualTo(1);
        assertThat(envelope.meta().get("total").asInt()).isEqualTo(2);
    }

    @Test
    void objectOfTooManyMembers_keepsTheFirst() {
        Map<String, Object> many = new java.util.LinkedHashMap<>();
        IntStream.range(0, 2000).forEach(i -> many.put("member" + i, i));
        ToolEnvelope envelope = result(many);
        assertThat(envelope.result().fields()).containsKey("member0").hasSizeLessThan(300);
        assertThat(envelope.meta().get("total").asInt()).isEqualTo(2000);
    }

    @Test
    void ownEnvelope_keepsWhatItSaysWhenItIsCut() {
        ToolEnvelope envelope = result(ToolEnvelope.ok(Collections.nCopies(3000, 1))
                .withStopsTurn(true)
                .withMeta("mine", 1));
        assertThat(envelope.stopsTurn()).isTrue();
        assertThat(envelope.meta().get("mine").asInt()).isEqualTo(1);
        assertThat(envelope.meta().get("truncated").asBoolean()).isTrue();
    }

    @Test
    void longMessageOfATool_isCut() {
        bench.with(tool("t", (in, ctx) -> {
            throw new dev.plumbline.tool.ToolException("x".repeat(100_000));
        }));
        assertThat(bench.run("t").failure().orElseThrow().message()).hasSizeLessThan(5000);
    }

    @Test
    @Tag("SH76")
    @Tag("F59")
    @DisplayName("59 a result that is not what the tool promised: INVALID_RESULT with paths, effect done")
    void resultThatBreaksItsPromise_isNotPassedOn() {
        AiTool tool = tool("t", (in, ctx) -> in.get("bad").exists() ? Map.of("x", "secret") : Map.of("x", 1));
        bench.with(tool.withOutputSchema(
                Json.parse("{\"type\":\"object\",\"required\":[\"x\"],\"properties\":{\"x\":{\"type\":\"number\"}}}")));
        assertThat(bench.run("t").isOk()).isTrue();
        ToolEnvelope broken = bench.run("t", Map.of("bad", 1));
        assertThat(code(broken)).isEqualTo(ToolEnvelope.Code.INVALID_RESULT);
        assertThat(effect(broken)).isEqualTo(ToolEnvelope.Effect.DONE);
        assertThat(broken.toJson().text()).contains("/x").doesNotContain("secret");
    }

    @Test
    void examples_areDescribedAndCheckedAtBuild() {
        record In(double n) {}
        AiTool tool = AiTool.of("t", "Does it.", In.class, (in, ctx) -> 1);
        bench.with(tool.withExample(Map.of("n", 5)));
        assertThat(bench.executor().definitions(dev.plumbline.body.Selector.ALL))
                .singleElement()
                .satisfies(d -> assertThat(d.description()).isEqualTo("Does it.\nExample: {\"n\":5}"));
        try (ToolExecutorFixture bad = new ToolExecutorFixture()) {
            assertThatThrownBy(() ->
                            bad.with(tool.withExample(Map.of("n", "secret"))).executor())
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("tool t: an example does not fit its input schema: /n")
                    .hasMessageNotContaining("secret");
        }
    }
}
