package dev.plumbline.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.plugin.Hook;
import dev.plumbline.plugin.Plugin.Kind;
import dev.plumbline.plugin.Skill;
import dev.plumbline.policy.ContextSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeclaredTest {

    @Test
    void everyContribution_isOfItsKind_andGoesOn() {
        List<Kind> kinds = new ArrayList<>();
        Nowhere nowhere = new Nowhere();
        new Declared(nowhere, kinds::add)
                .addTools()
                .addContext("a", () -> 1)
                .addContext(ContextSource.of("b", () -> 1))
                .addRequestPolicy("c", call -> call)
                .addPolicy("d", (call, next) -> next.proceed(call))
                .addResponsePolicy("e", (ret, call) -> ret)
                .addToolPolicy("f", (call, next) -> next.proceed(call))
                .addToolPolicy("g", "x", (call, next) -> next.proceed(call))
                .addHook("h", new Hook() {})
                .addView(new ConversationObserver() {})
                .addObserver(event -> {})
                .addSkill(Skill.of("stairs", "Designs stairs.")
                        .withInstructions("Be brief.")
                        .withOnDemand());
        assertThat(kinds)
                .containsExactly(
                        Kind.TOOLS,
                        Kind.CONTEXT,
                        Kind.CONTEXT,
                        Kind.POLICIES,
                        Kind.POLICIES,
                        Kind.POLICIES,
                        Kind.TOOL_POLICIES,
                        Kind.TOOL_POLICIES,
                        Kind.HOOKS,
                        Kind.VIEWS,
                        Kind.TELEMETRY,
                        Kind.TOOLS);
        assertThat(nowhere.names)
                .startsWith(
                        "tools",
                        "context a",
                        "context b",
                        "request c",
                        "around d",
                        "response e",
                        "tool-policy f",
                        "tool-policy g x",
                        "hook h",
                        "view",
                        "telemetry");
    }
}
