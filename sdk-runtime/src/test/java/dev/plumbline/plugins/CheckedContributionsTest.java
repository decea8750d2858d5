package dev.plumbline.plugins;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.plugin.Hook;
import dev.plumbline.plugin.Plugin.ContributionKind;
import dev.plumbline.plugin.Skill;
import dev.plumbline.policy.ContextSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class CheckedContributionsTest {

    @Test
    @Tag("A35")
    void everyContribution_isOfItsKind_andGoesOn() {
        List<ContributionKind> kinds = new ArrayList<>();
        NameOnlyContributions nowhere = new NameOnlyContributions();
        new CheckedContributions(nowhere, kinds::add)
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
                        ContributionKind.TOOLS,
                        ContributionKind.CONTEXT,
                        ContributionKind.CONTEXT,
                        ContributionKind.POLICIES,
                        ContributionKind.POLICIES,
                        ContributionKind.POLICIES,
                        ContributionKind.TOOL_POLICIES,
                        ContributionKind.TOOL_POLICIES,
                        ContributionKind.HOOKS,
                        ContributionKind.VIEWS,
                        ContributionKind.TELEMETRY,
                        ContributionKind.TOOLS);
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
