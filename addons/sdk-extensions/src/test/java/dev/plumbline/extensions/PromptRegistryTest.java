package dev.plumbline.extensions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.json.Json;
import org.junit.jupiter.api.Test;

class PromptRegistryTest {
    private static final AiBody ONE = AiBody.builder()
            .addSystem("You check floor plans.")
            .toolFilter("measure")
            .build();
    private static final AiBody TWO = AiBody.builder()
            .addSystem("You check plans by the code.")
            .toolFilter("measure")
            .build();
    private static final PromptRegistry REGISTRY =
            PromptRegistry.empty().withAdded("plan/check", "1", ONE).withAdded("plan/check", "2", TWO);

    @Test
    void newest_isTheLastAdded_andOldOnesStay() {
        assertThat(REGISTRY.find("plan/check"))
                .hasValueSatisfying(found -> assertThat(found.version()).isEqualTo("2"));
        assertThat(REGISTRY.find("plan/check", "1").orElseThrow().body()).isEqualTo(ONE);
        assertThat(REGISTRY.find("plan/draw")).isEmpty();
        assertThat(REGISTRY.versions()).hasToString("[plan/check@1, plan/check@2]");
    }

    @Test
    void version_neverChanges() {
        assertThat(REGISTRY.withAdded("plan/check", "1", ONE)).isSameAs(REGISTRY);
        assertThatThrownBy(() -> REGISTRY.withAdded("plan/check", "1", TWO))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("plan/check@1")
                .hasMessageContaining("another version");
        assertThatThrownBy(() -> REGISTRY.withAdded("plan check", "1", TWO)).hasMessageContaining("letters");
    }

    @Test
    void origin_isTheLongestBeginning_withTheSameFilters() {
        AiBody sent = TWO.withAdded(Interaction.user("Is the door wide enough?"));
        assertThat(REGISTRY.originOf(sent)).isEqualTo(REGISTRY.find("plan/check", "2"));
        assertThat(REGISTRY.originOf(ONE)).isEqualTo(REGISTRY.find("plan/check", "1"));
        assertThat(REGISTRY.originOf(sent.toBuilder().toolFilter("*").build())).isEmpty();
        assertThat(REGISTRY.originOf(AiBody.of("Is the door wide enough?"))).isEmpty();
        PromptRegistry longer = REGISTRY.withAdded("plan/door", "1", sent);
        assertThat(longer.originOf(sent.withAdded(Interaction.user("And this?"))))
                .isEqualTo(longer.find("plan/door"));
    }

    @Test
    void json_isReadAsWritten_andChangedBodiesAreSeen() {
        Json written = REGISTRY.toJson();
        assertThat(PromptRegistry.from(written).versions()).isEqualTo(REGISTRY.versions());
        assertThatThrownBy(() -> PromptRegistry.from(Json.parse(written.text().replace("floor plans", "roofs"))))
                .hasMessageContaining("plan/check@1")
                .hasMessageContaining("new version");
        assertThatThrownBy(() -> PromptRegistry.from(Json.object())).hasMessageContaining("plumbline-prompts/1");
    }
}
