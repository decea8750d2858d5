package dev.plumbline.policies;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.call.TypedKey;
import dev.plumbline.json.Json;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Calls with more in them. */
final class CallFixtures {
    static final TypedKey<String> TIER = TypedKey.of("scripted.tier", String.class);

    private CallFixtures() {}

    static AiCall offering(AiBody body, String name, String description, String schema) {
        ToolDefinition tool = new ToolDefinition(name, description, Json.parse(schema), Optional.empty(), Set.of(), "");
        return AiCall.builder(body, PolicyFixture.MODEL).tools(List.of(tool)).build();
    }
}
