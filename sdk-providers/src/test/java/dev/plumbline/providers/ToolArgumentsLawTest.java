package dev.plumbline.providers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import dev.plumbline.providers.client.ApiFormat;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** What arguments amount to, for any JSON. */
class ToolArgumentsLawTest {

    @Property(tries = 300)
    @Tag("W9")
    @Label("W9 arguments that are no object never become one, raw or as text, streamed or whole, in every format")
    void noObject_neverBecomesOne(
            @ForAll("noObjects") Json sent,
            @ForAll ApiFormat format,
            @ForAll ToolCallResponses shape,
            @ForAll boolean asText) {
        String written = asText ? Json.of(sent.text()).text() : sent.text();
        Json got = shape.arguments(format, written);
        assertThat(got.kind()).isNotEqualTo(Json.Kind.OBJECT);
        if (asText || sent.kind() != Json.Kind.STRING) {
            assertThat(got).isEqualTo(sent);
        }
    }

    @Provide
    Arbitrary<Json> noObjects() {
        Arbitrary<Json> words = Arbitraries.strings()
                .withCharRange('a', 'z')
                .ofMinLength(1)
                .ofMaxLength(8)
                .filter(word -> !word.equals("null"))
                .map(Json::of);
        Arbitrary<Json> leaves = Arbitraries.oneOf(
                words,
                Arbitraries.longs().map(Json::of),
                Arbitraries.of(true, false).map(Json::of));
        Arbitrary<Json> objects = Combinators.combine(words, leaves)
                .as((name, value) -> Json.object().with(name.asText(), value));
        Arbitrary<List<Json>> elements =
                Arbitraries.oneOf(leaves, objects).list().ofMaxSize(4);
        return Arbitraries.oneOf(leaves, elements.map(Json::of));
    }
}
