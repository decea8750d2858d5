package dev.plumbline.policies;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.policy.RequestPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Fills the placeholders of system texts. It caches parsed texts, not values. */
final class PromptTemplatePolicy implements RequestPolicy {
    private static final String GUIDELINES = PromptTemplateOptions.GUIDELINES;
    private static final String INSTRUCTIONS = PromptTemplateOptions.INSTRUCTIONS;
    private static final int KEPT = 256;

    private final PromptTemplateOptions options;
    private final Map<String, PromptTemplate> templates = new ConcurrentHashMap<>();

    PromptTemplatePolicy(PromptTemplateOptions options) {
        this.options = options;
    }

    /** Returns the parsed text, cached. */
    PromptTemplate template(String text) {
        if (templates.size() >= KEPT) {
            templates.clear(); // programs have few system texts; generated ones are parsed each time
        }
        return templates.computeIfAbsent(text, PromptTemplate::of);
    }

    @Override
    public boolean appliesTo(AiCall call) {
        boolean more =
                !options.guidelines().isEmpty() || !options.instructions().isEmpty();
        List<Interaction> sent = call.effective();
        for (int i = 0; !more && i < sent.size() && isFront(sent.get(i)); i++) {
            more = sent.get(i) instanceof Interaction.System system
                    && !template(system.text()).isPlain();
        }
        return more;
    }

    @Override
    public Role role() {
        return Role.CONTENT;
    }

    @Override
    public AiCall onRequest(AiCall call) {
        Filling filling = new Filling(call);
        AiCall filled = filling.fill();
        if (filling.missing.isEmpty()) {
            return filled;
        }
        String names = filling.missing.stream().map(name -> "{" + name + "}").collect(Collectors.joining(", "));
        if (options.strict()) {
            throw new AiException(AiError.of(
                    AiError.Category.CONFIGURATION,
                    "prompt-template",
                    "a system text has placeholders without value: " + names
                            + "; set withValue(…), write a default as in"
                            + " {units:mm}, or double the braces of other text"));
        }
        call.addRemark("no value: " + names);
        return filled;
    }

    /** The values of one call, each supplied once. */
    private final class Filling {
        private final AiCall call;
        private final Map<String, Optional<String>> known = new HashMap<>();
        private final Set<String> missing = new LinkedHashSet<>();
        private final Set<String> unplaced = new LinkedHashSet<>(List.of(GUIDELINES, INSTRUCTIONS));

        Filling(AiCall call) {
            this.call = call;
        }

        /** Returns the call with filled system texts, which come before all other interactions. */
        AiCall fill() {
            AiCall filled = call;
            List<Interaction> sent = call.effective();
            for (int i = 0; i < sent.size() && isFront(sent.get(i)); i++) {
                if (sent.get(i) instanceof Interaction.System system) {
                    filled = with(filled, i, filled(system));
                }
            }
            String rest =
                    unplaced.stream().flatMap(name -> value(name).stream()).collect(Collectors.joining("\n\n"));
            return rest.isEmpty() ? filled : filled.withAdded(new Interaction.System(rest));
        }

        private AiCall with(AiCall before, int at, Interaction text) {
            if (text == before.effective().get(at)) {
                return before;
            }
            List<Interaction> changed = new ArrayList<>(before.effective());
            changed.set(at, text);
            return before.withEffective(changed);
        }

        private Interaction filled(Interaction.System system) {
            PromptTemplate template = template(system.text());
            unplaced.removeIf(template::names);
            return template.isPlain() ? system : new Interaction.System(template.filled(this::value, missing::add));
        }

        private Optional<String> value(String name) {
            return switch (name) {
                case GUIDELINES ->
                    joined(options.guidelines().stream()
                            .filter(guideline -> guideline.isFor(call.tools()))
                            .map(PromptTemplateOptions.ToolGuideline::text));
                case INSTRUCTIONS -> joined(options.instructions().stream());
                default -> given(name);
            };
        }

        /** Returns the texts joined, with values filled in; they have no other placeholders. */
        private Optional<String> joined(Stream<String> texts) {
            String joined = texts.map(text -> template(text).filled(this::given, missing::add))
                    .collect(Collectors.joining("\n"));
            return Optional.of(joined).filter(text -> !text.isEmpty());
        }

        private Optional<String> given(String name) {
            Optional<String> before = known.get(name);
            if (before == null) {
                Supplier<?> value = options.values().getOrDefault(name, Optional::empty);
                before = said(value.get());
                known.put(name, before);
            }
            return before;
        }
    }

    private static boolean isFront(Interaction interaction) {
        return interaction instanceof Interaction.System
                || interaction instanceof Interaction.Context
                || interaction instanceof Interaction.Summary;
    }

    private static Optional<String> said(@Nullable Object value) {
        Object what = value instanceof Optional<?> maybe ? maybe.orElse(null) : value;
        if (what == null) {
            return Optional.empty();
        }
        String text = what instanceof CharSequence words
                ? words.toString()
                : Json.of(what).text();
        return text.isEmpty() ? Optional.empty() : Optional.of(text);
    }
}
