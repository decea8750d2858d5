package dev.plumbline.integration.docs;

import dev.plumbline.policy.Redactor;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import java.util.EnumSet;
import java.util.List;

/** The programs of docs/redaction.md. */
final class RedactionExamples {
    private RedactionExamples() {}

    static AiRuntime hiding(AiProvider provider, Object tools, Secret key) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addTools(tools)
                .redaction(RedactionOptions.ofDefaults()
                        .withRestoredFor("sendMail")
                        .withPattern("PRJ-[0-9]{6}")
                        .withKey(key))
                .build();
    }

    static RedactionOptions withAddresses() {
        return RedactionOptions.ofDefaults().withKinds(EnumSet.allOf(RedactionOptions.Kind.class));
    }

    record Employees(List<String> names) implements Redactor {
        @Override
        public List<Span> find(String text) {
            return names.stream()
                    .filter(text::contains)
                    .map(name -> new Span(text.indexOf(name), text.indexOf(name) + name.length(), "NAME", 0.9))
                    .toList();
        }
    }

    static AiRuntime masking(AiProvider provider, Redaction redaction) {
        return AiRuntime.builder()
                .addProvider(provider)
                .addResponsePolicy("mask", redaction.mask())
                .build();
    }
}
