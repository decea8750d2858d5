package dev.plumbline.conversation;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One node of a conversation: a user message, an answer with its tool calls, or the results of one round. Immutable.
 * Created by the SDK; a later version may add components.
 *
 * @param id unique in the conversation
 * @param parent the entry before it; empty for the root of a tree, which holds nothing
 * @param interactions the interactions that were stored together, in order
 * @param status whether it is complete
 * @param usage the tokens it used
 * @param at when it was complete, by the runtime's clock
 * @param took the time until it was complete
 * @param model the model that wrote an answer; empty for other entries, and for answers that older versions stored
 * @param facts the facts that were sent right before this answer, and are sent there from then on
 * @param unstoredFacts the keys of those facts that may be in no journal
 */
public record ConversationEntry(
        Id id,
        Optional<Id> parent,
        List<Interaction> interactions,
        Status status,
        Usage usage,
        Instant at,
        Duration took,
        Optional<ModelId> model,
        Optional<Interaction.Context> facts,
        Set<String> unstoredFacts) {

    public ConversationEntry {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(parent, "parent");
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(usage, "usage");
        Objects.requireNonNull(model, "model");
        Objects.requireNonNull(facts, "facts");
        interactions = List.copyOf(interactions);
        unstoredFacts = Set.copyOf(unstoredFacts);
        if (interactions.isEmpty() && parent.isPresent()) {
            throw new IllegalArgumentException("an entry holds at least one interaction");
        }
    }

    /** Creates an entry that no model wrote. */
    public ConversationEntry(
            Id id,
            Optional<Id> parent,
            List<Interaction> interactions,
            Status status,
            Usage usage,
            Instant at,
            Duration took) {
        this(id, parent, interactions, status, usage, at, took, Optional.empty(), Optional.empty(), Set.of());
    }

    /** Returns a copy with other interactions, for example the words with which a hook replaces an answer. */
    public ConversationEntry withInteractions(List<? extends Interaction> others) {
        return new ConversationEntry(
                id, parent, List.copyOf(others), status, usage, at, took, model, facts, unstoredFacts);
    }

    /** Returns a copy that a model wrote. */
    public ConversationEntry withModel(ModelId writer) {
        return new ConversationEntry(
                id, parent, interactions, status, usage, at, took, Optional.of(writer), facts, unstoredFacts);
    }

    /**
     * Returns a copy before which these facts were sent.
     *
     * @param unstored the keys of those that may be in no journal
     */
    public ConversationEntry withFacts(Interaction.Context sent, Set<String> unstored) {
        Set<String> keys = new HashSet<>(unstored);
        keys.retainAll(sent.values().keySet());
        return new ConversationEntry(id, parent, interactions, status, usage, at, took, model, Optional.of(sent), keys);
    }

    /** Returns a copy without the facts of these keys; itself if it has none of them. */
    public ConversationEntry withoutFacts(Set<String> keys) {
        if (facts.isEmpty() || Collections.disjoint(facts.get().values().keySet(), keys)) {
            return this;
        }
        Map<String, Json> rest = new LinkedHashMap<>(facts.get().values());
        rest.keySet().removeAll(keys);
        Set<String> unstored = new HashSet<>(unstoredFacts);
        unstored.removeAll(keys);
        return new ConversationEntry(
                id,
                parent,
                interactions,
                status,
                usage,
                at,
                took,
                model,
                rest.isEmpty() ? Optional.empty() : Optional.of(new Interaction.Context(rest)),
                unstored);
    }

    /** Returns what is sent for it: the facts before it, and its interactions; nothing if it is partial. */
    public List<Interaction> sent() {
        if (!isSent()) {
            return List.of();
        }
        return facts.isEmpty()
                ? interactions
                : Stream.concat(Stream.of(facts.get()), interactions.stream()).toList();
    }

    /**
     * Reads an entry from the form of {@link #toJson}.
     *
     * @throws dev.plumbline.json.JsonException names the pointer and the rule
     */
    public static ConversationEntry from(Json json) {
        List<Interaction> interactions = new ArrayList<>();
        List<Json> items = json.get("interactions").elements();
        for (int i = 0; i < items.size(); i++) {
            Json item = items.get(i);
            interactions.add(read("/interactions/" + i, () -> Interaction.from(item)));
        }
        return new ConversationEntry(
                new Id(json.get("id").asText()),
                Optional.of(new Id(json.get("parent").asText())),
                interactions,
                Status.valueOf(json.get("status").asText()),
                usage(json.get("usage")),
                EntryTimes.instant(json.get("at").asText()),
                EntryTimes.duration(json.get("took").asText()),
                json.get("model").exists()
                        ? Optional.of(ModelId.parse(json.get("model").asText()))
                        : Optional.empty(),
                json.get("facts").exists()
                        ? Optional.of(new Interaction.Context(json.get("facts").fields()))
                        : Optional.empty(),
                Set.of());
    }

    /** Runs a reading; its exception names that pointer of the document. */
    static <T> T read(String place, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (JsonException e) {
            throw new JsonException(place + e.place(), e.rule());
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new JsonException(place, "status, at or took is not as the format has it");
        }
    }

    private static Usage usage(Json stored) {
        return read("/usage", () -> Usage.from(stored));
    }

    /** Returns the stored form, see {@code docs/durability.md}. Not for the root of a tree. */
    public Json toJson() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("id", id.text());
        json.put("parent", parent.orElseThrow().text());
        json.put("status", status.name());
        json.put("usage", usage.toJson());
        json.put("at", at.toString());
        json.put("took", took.toString());
        if (model.isPresent()) {
            json.put("model", model.get().toString());
        }
        withoutFacts(unstoredFacts).facts.ifPresent(stored -> json.put("facts", stored.values()));
        json.put("interactions", interactions.stream().map(Interaction::toJson).toList());
        return Json.of(json);
    }

    /**
     * Written by hand, because the JDK's equals of records is linked with method handles, which delays a first call
     * (0063).
     */
    @Override
    public boolean equals(Object other) {
        return this == other
                || (other instanceof ConversationEntry entry
                        && id.equals(entry.id)
                        && parent.equals(entry.parent)
                        && interactions.equals(entry.interactions)
                        && status == entry.status
                        && usage.equals(entry.usage)
                        && at.equals(entry.at)
                        && took.equals(entry.took)
                        && model.equals(entry.model)
                        && facts.equals(entry.facts)
                        && unstoredFacts.equals(entry.unstoredFacts));
    }

    @Override
    public int hashCode() {
        return 31 * id.hashCode() + interactions.hashCode();
    }

    /** Returns whether it is sent to the model: it is complete, or its text was cut by a limit. */
    public boolean isSent() {
        return status == Status.COMPLETE || status == Status.INCOMPLETE;
    }

    /** Returns a copy with other interactions and usage, under another id and parent. */
    ConversationEntry replaced(Id other, Optional<Id> behind, List<? extends Interaction> held, Usage used) {
        boolean same = held.equals(interactions);
        return new ConversationEntry(
                other,
                behind,
                List.copyOf(held),
                status,
                used,
                at,
                took,
                same ? model : Optional.empty(),
                same ? facts : Optional.empty(),
                same ? unstoredFacts : Set.of());
    }

    /**
     * Returns the kind of its first interaction.
     *
     * @throws IllegalStateException for the root of a tree, which has no interactions
     */
    public Interaction.Kind kind() {
        if (interactions.isEmpty()) {
            throw new IllegalStateException("the root of a tree holds nothing");
        }
        return interactions.get(0).kind();
    }

    /** Returns its text parts, joined. */
    public String text() {
        return interactions.stream().map(Interaction::text).collect(Collectors.joining());
    }

    /**
     * The id of an entry.
     *
     * @param text unique in the conversation
     */
    public record Id(String text) {
        public Id {
            Objects.requireNonNull(text, "text");
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /** The completeness of an entry. */
    public enum Status {
        /** The entry is complete. */
        COMPLETE,
        /** A limit or a broken stream ended it; the content that arrived is stored. */
        INCOMPLETE,
        /** It was cancelled; the content that arrived is stored. */
        CANCELLED,
        /** It failed; the content that arrived is stored. */
        FAILED
    }
}
