package dev.plumbline.provider;

import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A catalogue in memory. */
final class FrozenModels implements ModelCatalog {
    private final ModelId defaultModel;
    private final Map<ModelId, ModelInfo> rows = new LinkedHashMap<>();

    FrozenModels(ModelId defaultModel, List<ModelInfo> given) {
        this.defaultModel = defaultModel;
        for (ModelInfo row : given) {
            if (rows.put(row.id(), row) != null) {
                throw new IllegalArgumentException("two rows of the catalogue have the id " + row.id());
            }
        }
    }

    @Override
    public List<ModelInfo> all() {
        return List.copyOf(rows.values());
    }

    @Override
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

    @Override
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

    @Override
    public ModelChoice decide(Optional<ModelId> named, Set<Capability> needed) {
        return named.map(id -> named(id, needed)).orElseGet(() -> chosen(needed));
    }

    private ModelChoice named(ModelId id, Set<Capability> needed) {
        ModelInfo model = known(id);
        if (!model.missing(needed).isEmpty()) {
            throw lacking(id + " cannot do " + names(model.missing(needed)) + "; " + candidates(needed));
        }
        return new ModelChoice(model, ModelChoice.Reason.NAMED, model.unsure(needed));
    }

    private String candidates(Set<Capability> needed) {
        List<ModelInfo> able = with(needed);
        return able.isEmpty()
                ? "no known model can"
                : "these can: " + able.stream().map(row -> row.id().toString()).collect(Collectors.joining(", "));
    }

    private ModelChoice chosen(Set<Capability> needed) {
        ModelInfo first = known(defaultModel);
        if (first.can(needed)) {
            return new ModelChoice(first, ModelChoice.Reason.DEFAULT, Set.of());
        }
        return with(needed).stream()
                .findFirst()
                .map(best -> new ModelChoice(best, ModelChoice.Reason.BEST, Set.of()))
                .orElseGet(() -> unsure(first, needed));
    }

    private ModelChoice unsure(ModelInfo first, Set<Capability> needed) {
        if (!first.missing(needed).isEmpty()) {
            throw lacking("no model can do " + names(needed) + ": " + each(first, needed));
        }
        return new ModelChoice(first, ModelChoice.Reason.DEFAULT, first.unsure(needed));
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

    @Override
    public ModelCatalog merged(byte[] file) {
        Map<ModelId, ModelInfo> merged = new LinkedHashMap<>(rows);
        for (ModelFile.Row row : ModelFile.read(file)) {
            ModelId id = find(row.id()).map(ModelInfo::id).orElse(row.id());
            merged.put(id, row.over(merged.getOrDefault(id, ModelInfo.unknown(id))));
        }
        return new FrozenModels(defaultModel, List.copyOf(merged.values()));
    }
}
