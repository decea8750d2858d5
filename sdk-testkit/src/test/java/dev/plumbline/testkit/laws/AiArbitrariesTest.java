package dev.plumbline.testkit.laws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import java.io.ByteArrayOutputStream;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.junit.jupiter.api.Test;

class AiArbitrariesTest {

    @Property(tries = 300)
    void json_readsBackAsItself(@ForAll("json") Json json) {
        assertThat(Json.parse(json.text())).isEqualTo(json);
        assertThat(Json.parse(json.canonical())).isEqualTo(json);
    }

    @Property(tries = 300)
    @Tag("SH96")
    void body_readsBackAsItself(@ForAll("bodies") AiBody body) {
        assertThat(AiBody.from(body.toJson())).isEqualTo(body);
        assertThat(AiBody.unpaired(body.interactions())).isEmpty();
    }

    @Property(tries = 300)
    @Tag("SH81")
    void interaction_readsBackAsItself(@ForAll("interactions") Interaction interaction) {
        assertThat(Interaction.from(interaction.toJson())).isEqualTo(interaction);
    }

    @Property(tries = 300)
    void chunking_isTheSameBytes(@ForAll byte[] bytes) {
        List<byte[]> chunks = AiArbitraries.chunkings(bytes).sample();
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        chunks.forEach(whole::writeBytes);

        assertThat(whole.toByteArray()).isEqualTo(bytes);
        assertThat(chunks).allMatch(chunk -> chunk.length > 0);
    }

    @Test
    void streams_bringEveryKindOfDelta() {
        Set<Class<?>> kinds = AiArbitraries.streams()
                .sampleStream()
                .limit(500)
                .flatMap(List::stream)
                .map(Object::getClass)
                .collect(Collectors.toSet());

        assertThat(kinds).hasSize(AiDelta.class.getPermittedSubclasses().length);
    }

    @Test
    void streams_areSometimesCut() {
        assertThat(AiArbitraries.streams()
                        .sampleStream()
                        .limit(500)
                        .map(stream -> AiReturn.builder().deltas(stream).build().finish()))
                .contains(dev.plumbline.event.FinishReason.NONE, dev.plumbline.event.FinishReason.STOP);
    }

    @Test
    void texts_haveCharactersOutsideTheBasicPlane() {
        assertThat(AiArbitraries.texts().sampleStream().limit(500))
                .anyMatch(text -> text.codePoints().anyMatch(point -> point > 0xFFFF))
                .noneMatch(text -> text.codePoints().anyMatch(point -> point >= 0xD800 && point <= 0xDFFF));
    }

    @Provide
    Arbitrary<Json> json() {
        return AiArbitraries.json();
    }

    @Provide
    Arbitrary<AiBody> bodies() {
        return AiArbitraries.bodies();
    }

    @Provide
    Arbitrary<Interaction> interactions() {
        return AiArbitraries.interactions();
    }
}
