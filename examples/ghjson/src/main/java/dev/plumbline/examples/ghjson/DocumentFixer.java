package dev.plumbline.examples.ghjson;

import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Repairs what has one sensible repair: missing and duplicate ids, sliders outside their range, connections and members
 * that refer to nothing, duplicate connections, counts of the metadata. Used once, by one thread.
 */
public final class DocumentFixer {
    private final List<String> changes = new ArrayList<>();
    private GhJsonDocument document;

    private DocumentFixer(GhJsonDocument document) {
        this.document = document;
    }

    /** Returns the repaired document and what was changed. */
    public static FixedDocument fix(GhJsonDocument document) {
        DocumentFixer fixer = new DocumentFixer(document);
        fixer.ids();
        fixer.sliders();
        fixer.connections();
        fixer.members();
        fixer.counts();
        return new FixedDocument(fixer.document, fixer.changes);
    }

    private void ids() {
        Set<Integer> used = new HashSet<>();
        List<Json> components = new ArrayList<>();
        int next = document.nextId();
        for (Json component : document.components()) {
            OptionalInt id = GhJsonDocument.id(component);
            if (id.isPresent() && id.getAsInt() > 0 && used.add(id.getAsInt())) {
                components.add(component);
            } else {
                changes.add("component " + components.size() + " has the id " + next);
                components.add(component.with("id", next++));
            }
        }
        document = document.withComponents(components);
    }

    private void sliders() {
        List<Json> components = new ArrayList<>();
        for (Json component : document.components()) {
            components.add(slider(component));
        }
        document = document.withComponents(components);
    }

    private Json slider(Json component) {
        Json state = component.get("componentState");
        Json extensions = state.get("extensions");
        Json extension = extensions.get(SliderValue.EXTENSION);
        String value = GhJsonDocument.text(extension, "value");
        SliderValue slider = SliderValue.parse(value).orElse(null);
        if (slider == null || (slider.isOrdered() && slider.isInside())) {
            return component;
        }
        changes.add("the slider " + component.get("id").text() + " is inside its range");
        Json inside = extension.with("value", slider.clamped().text());
        return component.with(
                "componentState", state.with("extensions", extensions.with(SliderValue.EXTENSION, inside)));
    }

    private void connections() {
        List<Json> kept = new ArrayList<>();
        Set<Json> seen = new HashSet<>();
        for (Json connection : document.connections()) {
            boolean boundary = connection.get("boundary").exists()
                    && connection.get("boundary").asBoolean();
            boolean there = boundary || (isThere(connection.get("from")) && isThere(connection.get("to")));
            if (there && seen.add(connection)) {
                kept.add(connection);
            } else {
                changes.add("a connection " + (there ? "that was there twice" : "to no component") + " is removed");
            }
        }
        document = document.withConnections(kept);
    }

    private boolean isThere(Json endpoint) {
        OptionalInt id = GhJsonDocument.id(endpoint);
        return id.isPresent() && document.component(id.getAsInt()).isPresent();
    }

    private void members() {
        List<Json> groups = new ArrayList<>();
        for (Json group : document.groups()) {
            List<Json> members = group.get("members").elements();
            List<Json> kept = members.stream()
                    .filter(id -> document.component(id.asInt()).isPresent())
                    .distinct()
                    .toList();
            if (kept.size() < members.size()) {
                changes.add(
                        "a group has " + (members.size() - kept.size()) + " members less, which are not components");
            }
            groups.add(kept.size() == members.size() ? group : group.with("members", kept));
        }
        document = document.withGroups(groups);
    }

    /** Counts what the metadata counts; a page of a larger document keeps the counts of the whole. */
    private void counts() {
        Json metadata = document.json().get("metadata");
        if (!metadata.exists() || metadata.get("pagination").exists()) {
            return;
        }
        count("componentCount", document.components().size());
        count("connectionCount", document.connections().size());
        count("groupCount", document.groups().size());
    }

    private void count(String member, int count) {
        Json counted = document.json().get("metadata").get(member);
        if (counted.exists() && counted.asInt() != count) {
            changes.add(member + " is " + count);
            document = document.withMetadata(metadata -> metadata.with(member, count));
        }
    }

    /**
     * A repaired document.
     *
     * @param document the document; equal to the given one if there was nothing to repair
     * @param changes a sentence for each change
     */
    public record FixedDocument(GhJsonDocument document, List<String> changes) {
        public FixedDocument {
            changes = List.copyOf(changes);
        }
    }
}
