package dev.plumbline.integration.docs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A conversation with a scripted model. */
class WallPlanTest {
    @Test
    void modelDraws_andSaysSo() {
        ScriptedProvider model = ScriptedProvider.create()
                .callsTool("drawWall", Map.of("length", 5000))
                .says("Done.");
        WallPlan plan = new WallPlan();
        try (AiRuntime ai =
                AiRuntime.builder().addProvider(model).addTools(plan).build()) {
            assertEquals("Done.", ai.send("A wall of 5 metres.").text());
        }
        assertEquals(List.of(5000), plan.walls);
        model.expectPlayed();
    }
}
