package dev.plumbline.provider;

import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.provider.ModelInfo.Capability;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The known models, and the rules that select the one to call. An immutable snapshot: an update creates another one.
 * Thread-safe.
 */
public final class ModelCatalog {
    private final ModelId defaultModel;
    private final Map<ModelId, ModelInfo> rows = new LinkedHashMap<>();

    private ModelCatalog(ModelId defaultModel, List<ModelInfo> given) {
        this.defaultModel = defaultModel;
        for (ModelInfo row : given) {
            if (rows.put(row.id(), row) != null) {
                throw new IllegalArgumentException("two rows of the catalogue have the id " + row.id());
            }
        }
    }

    /**
     * Returns a catalogue of these rows.
     *
     * @param defaultModel the model to call if none is named; need not be among the rows
     * @throws IllegalArgumentException if two rows have one id
     */
    public static ModelCatalog of(ModelId defaultModel, List<ModelInfo> rows) {
        return new ModelCatalog(defaultModel, rows);
    }

    /** Every known model, in the order given. */
    public List<ModelInfo> all() {
        return List.copyOf(rows.values());
    }

    /** Returns the entry of a model, also by its alias. Empty for an unknown model, which may still be used. */
    public Optional<ModelInfo> find(ModelId id) {
        ModelInfo named = rows.get(id);
        return named == null ? byAlias(id) : Optional.of(named);
    }

    private Optional<ModelInfo> byAlias(ModelId id) {
        for (ModelInfo row : rows.values()) {
            if (row.id().provider().equals(id.provider()) && row.aliases().contains(id.name())) {
                return Optional.of(row);
            }
        }
        return Optional.empty();
    }

    /**
     * Returns the models that certainly have the capabilities and are not retired: by rank, then by the number of other
     * capabilities, then by id.
     */
    public List<ModelInfo> with(Capability... needed) {
        return with(Set.of(needed));
    }

    private List<ModelInfo> with(Set<Capability> needed) {
        return rows.values().stream()
                .filter(row -> row.can(needed) && !row.deprecated())
                .sorted(bestFirst())
                .toList();
    }

    private static Comparator<ModelInfo> bestFirst() {
        return Comparator.comparingInt(ModelInfo::rank)
                .thenComparingInt(model -> model.capabilities().size())
                .reversed()
                .thenComparing(model -> model.id().toString());
    }

    /**
     * Returns the default model if it has the capabilities, else the first of {@link #with}, else the default if it is
     * not known to lack them.
     *
     * @throws AiException CAPABILITY lists what each candidate lacks
     */
    public ModelInfo require(Capability... needed) {
        EnumSet<Capability> all = EnumSet.noneOf(Capability.class);
        all.addAll(List.of(needed));
        return select(Optional.empty(), all).model();
    }

    /**
     * Selects a model and returns it with the reason. A named model is used, unless it certainly lacks a capability;
     * capabilities that are unknown, of the model or because the model is unknown, are listed in the selection.
     *
     * @throws AiException CAPABILITY names the missing capabilities and the models that have them
     */
    public Selection select(Optional<ModelId> named, Set<Capability> needed) {
        return named.map(id -> named(id, needed)).orElseGet(() -> chosen(needed));
    }

    private Selection named(ModelId id, Set<Capability> needed) {
        ModelInfo model = known(id);
        if (!model.missing(needed).isEmpty()) {
            throw lacking(id + " cannot do " + names(model.missing(needed)) + "; " + candidates(needed));
        }
        return new Selection(model, Selection.Reason.NAMED, model.unsure(needed));
    }

    private String candidates(Set<Capability> needed) {
        List<ModelInfo> able = with(needed);
        return able.isEmpty()
                ? "no known model can"
                : "these can: " + able.stream().map(row -> row.id().toString()).collect(Collectors.joining(", "));
    }

    private Selection chosen(Set<Capability> needed) {
        ModelInfo first = known(defaultModel);
        if (first.can(needed)) {
            return new Selection(first, Selection.Reason.DEFAULT, Set.of());
        }
        return with(needed).stream()
                .findFirst()
                .map(best -> new Selection(best, Selection.Reason.BEST, Set.of()))
                .orElseGet(() -> unsure(first, needed));
    }

    private Selection unsure(ModelInfo first, Set<Capability> needed) {
        if (!first.missing(needed).isEmpty()) {
            throw lacking("no model can do " + names(needed) + ": " + each(first, needed));
        }
        return new Selection(first, Selection.Reason.DEFAULT, first.unsure(needed));
    }

    private String each(ModelInfo first, Set<Capability> needed) {
        Map<ModelId, ModelInfo> candidates = new LinkedHashMap<>();
        candidates.put(first.id(), first);
        rows.values().stream().filter(row -> !row.deprecated()).forEach(row -> candidates.put(row.id(), row));
        return candidates.values().stream().map(row -> lacks(row, needed)).collect(Collectors.joining("; "));
    }

    private static String lacks(ModelInfo row, Set<Capability> needed) {
        Set<Capability> unsure = row.unsure(needed);
        return row.id()
                + (row.missing(needed).isEmpty() ? "" : " lacks " + names(row.missing(needed)))
                + (unsure.isEmpty() ? "" : " (not known: " + names(unsure) + ")");
    }

    private ModelInfo known(ModelId id) {
        return find(id).map(row -> row.withId(id)).orElseGet(() -> ModelInfo.unknown(id));
    }

    private static String names(Set<Capability> some) {
        return some.stream().sorted().map(Enum::name).collect(Collectors.joining(", "));
    }

    private static AiException lacking(String message) {
        return new AiException(AiError.of(AiError.Category.CAPABILITY, "model", message));
    }

    /**
     * Returns another snapshot, merged with a file in the form that {@code docs/models.md} describes. A row adds a
     * model, or changes those members of a known one that it names; so a file of prices has ids and prices.
     *
     * @param file JSON in UTF-8
     * @throws IllegalArgumentException names row and member that are invalid
     */
    public ModelCatalog merged(byte[] file) {
        Map<ModelId, ModelInfo> merged = new LinkedHashMap<>(rows);
        for (ModelCatalogReader.Row row : ModelCatalogReader.read(file)) {
            ModelId id = find(row.id()).map(ModelInfo::id).orElse(row.id());
            merged.put(id, row.over(merged.getOrDefault(id, ModelInfo.unknown(id))));
        }
        return new ModelCatalog(defaultModel, List.copyOf(merged.values()));
    }

    /**
     * The model selected for a call, and the reason.
     *
     * @param model the model
     * @param reason why it was selected
     * @param unverified the required capabilities that are unknown
     */
    public record Selection(ModelInfo model, Reason reason, Set<Capability> unverified) {
        public Selection {
            unverified = Set.copyOf(unverified);
        }

        /** Returns the selection as a remark of a trace, e.g. {@code openai:some-model: named; not known: IMAGE_INPUT}. */
        public String explanation() {
            String why = model.id() + ": " + reason.words;
            return unverified.isEmpty()
                    ? why
                    : why + "; not known: "
                            + String.join(
                                    ", ",
                                    unverified.stream().map(Enum::name).sorted().toList());
        }

        /** The reason why a model was selected. */
        public enum Reason {
            /** It was named explicitly. */
            NAMED("named"),
            /** It is the default. */
            DEFAULT("the default"),
            /** The default lacks a required capability, or is not known to have it; this one has it. */
            BEST("the best that has what is required");

            private final String words;

            Reason(String words) {
                this.words = words;
            }
        }
    }
}
