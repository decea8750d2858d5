package dev.plumbline.integration.docs;

import dev.plumbline.policy.Redactor;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import java.util.EnumSet;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

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

    static RedactionOptions withCustomers(Supplier<List<String>> customers) {
        return RedactionOptions.ofDefaults().withRedactor(Redactor.ofNames(customers));
    }

    /** What a model on this machine finds in a text: where, and how sure it is. */
    record Found(int start, int end, double probability) {}

    record LocalModel(Function<String, List<Found>> model) implements Redactor {
        @Override
        public List<Span> find(String text) {
            return model.apply(text).stream()
                    .map(found -> new Span(found.start(), found.end(), "NAME", found.probability()))
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
