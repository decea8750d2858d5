package dev.plumbline.provider;

import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is known of the models there are, and the one authority on which of them is asked. An immutable snapshot: news
 * make another one. Safe for any number of threads.
 */
public sealed interface ModelCatalog permits FrozenModels {

    /**
     * A catalogue of these rows.
     *
     * @param defaultModel who is asked when nobody names a model; need not be among the rows
     * @throws IllegalArgumentException when two rows have one id
     */
    static ModelCatalog of(ModelId defaultModel, List<ModelInfo> rows) {
        return new FrozenModels(defaultModel, rows);
    }

    /** Every known model, in the order given. */
    List<ModelInfo> all();

    /** What is known of a model; aliases count. Empty for one that nobody knows: it may still be asked. */
    Optional<ModelInfo> find(ModelId id);

    /** Those that certainly can and are not retired: by rank, then by how much else they can, then by id. */
    List<ModelInfo> with(Capability... needed);

    /**
     * The default model when it can, else the first of {@link #with}, else the default if nobody knows that it cannot.
     *
     * @throws AiException CAPABILITY lists what each candidate lacks
     */
    default ModelInfo choose(Capability... needed) {
        EnumSet<Capability> all = EnumSet.noneOf(Capability.class);
        all.addAll(List.of(needed));
        return decide(Optional.empty(), all).model();
    }

    /**
     * The same with its reason. A model that is named is taken as named, unless it certainly lacks what is needed; what
     * cannot be checked, because nobody knows the model or that of it, is said in the choice.
     *
     * @throws AiException CAPABILITY says what is lacking, and who has it
     */
    ModelChoice decide(Optional<ModelId> named, Set<Capability> needed);

    /**
     * Another snapshot, with what a file says, in the form that {@code docs/models.md} describes. A row adds a model, or
     * changes those members of a known one that it names; so a file of prices has ids and prices.
     *
     * @param file JSON in UTF-8
     * @throws IllegalArgumentException names row and member that are not as they should be
     */
    ModelCatalog merged(byte[] file);
}
