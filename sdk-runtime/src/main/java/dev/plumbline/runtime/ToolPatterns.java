package dev.plumbline.runtime;

import dev.plumbline.body.Selector;
import dev.plumbline.policies.PromptTemplateOptions;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The selectors of tools in the settings of a host, by the words that name the setting in the log. */
final class ToolPatterns {

    private ToolPatterns() {}

    /** Returns them in a map of its own; those of extensions are missing, which may serve tools of several hosts. */
    static Map<String, Selector> of(RuntimeSettings given, ContributionSet all) {
        Map<String, Selector> patterns = new ConcurrentHashMap<>();
        if (given.redaction != null) {
            patterns.put("withRestoredFor", given.redaction.restoredFor());
        }
        if (given.templates != null) {
            for (PromptTemplateOptions.ToolGuideline guideline : given.templates.guidelines()) {
                patterns.put("withGuideline \"" + guideline.tools() + "\"", guideline.tools());
            }
        }
        for (ContributionSet.Owned<ContributionSet.ToolPolicyRegistration> policy : all.toolPolicies) {
            if (policy.owner().isEmpty()) {
                patterns.put(
                        "addToolPolicy \"" + policy.item().name() + "\"",
                        policy.item().tools());
            }
        }
        given.validation.addToolPatterns(patterns);
        return patterns;
    }
}
