package dev.plumbline.examples.ghjson;

import dev.plumbline.examples.ghjson.GhPatch.Conflict;
import dev.plumbline.examples.ghjson.GhPatch.PatchResult;
import dev.plumbline.json.Json;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One application of a patch, in the order of section 5.1 of the format. Used once, by one thread. */
final class PatchRun {
    private final GhPatch patch;
    private final List<Conflict> conflicts = new ArrayList<>();
    private final Map<Integer, Integer> moved = new HashMap<>();
    private GhJsonDocument document;

    PatchRun(GhPatch patch, GhJsonDocument document) {
        this.patch = patch;
        this.document = document;
    }

    PatchResult result() {
        if (!patch.checksum().isEmpty() && !patch.checksum().equals(DocumentChecksum.of(document))) {
            return new PatchResult(
                    document, List.of(new Conflict("base_checksum_mismatch", "/patch/base/checksum")), List.of());
        }
        metadata();
        document = document.withComponents(things("components", document.components(), this::changedComponent));
        document = document.withComponents(removed("components", document.components()));
        addComponents();
        document = document.withGroups(things("groups", document.groups(), this::changedGroup));
        document = document.withGroups(removed("groups", document.groups()));
        addGroups();
        removeConnections();
        addConnections();
        List<String> newIds = moved.entrySet().stream()
                .map(entry -> entry.getKey() + " is " + entry.getValue())
                .sorted()
                .toList();
        return new PatchResult(DocumentFixer.fix(document).document(), conflicts, newIds);
    }

    private void conflict(String kind, String path) {
        conflicts.add(new Conflict(kind, path));
    }

    private void metadata() {
        Json change = patch.json().get("patch").get("metadata");
        if (change.exists()) {
            document = document.withMetadata(metadata -> set(metadata, change));
        }
    }

    /** Returns a thing with the members of {@code set} and without those of {@code remove}. */
    private static Json set(Json thing, Json change) {
        Json changed = thing;
        if (change.get("set").exists()) {
            for (Map.Entry<String, Json> member : change.get("set").fields().entrySet()) {
                changed = changed.with(member.getKey(), member.getValue());
            }
        }
        if (change.get("remove").exists()) {
            for (Json member : change.get("remove").elements()) {
                changed = changed.without(member.asText());
            }
        }
        return changed;
    }

    private List<Json> things(String kind, List<Json> things, Change change) {
        List<Json> changed = new ArrayList<>(things);
        List<Json> wanted = patch.list("/" + kind + "/modify");
        for (int i = 0; i < wanted.size(); i++) {
            String path = "/patch/" + kind + "/modify/" + i;
            int at = find(changed, wanted.get(i).get("match"), path);
            if (at >= 0) {
                changed.set(at, change.apply(changed.get(at), wanted.get(i), path));
            }
        }
        return changed;
    }

    private List<Json> removed(String kind, List<Json> things) {
        List<Json> left = new ArrayList<>(things);
        List<Json> wanted = patch.list("/" + kind + "/remove");
        for (int i = 0; i < wanted.size(); i++) {
            int at = find(left, wanted.get(i), "/patch/" + kind + "/remove/" + i);
            if (at >= 0) {
                left.remove(at);
            }
        }
        return left;
    }

    /** Returns the index of the one thing that matches: by instance, then id, then type and place (3.1); -1 with a conflict. */
    private int find(List<Json> things, Json match, String path) {
        List<Integer> found = matching(things, match, List.of("instanceGuid"));
        found = found.isEmpty() ? matching(things, match, List.of("id")) : found;
        found = found.isEmpty()
                        && !match.get("instanceGuid").exists()
                        && !match.get("id").exists()
                ? matching(things, match, List.of("componentGuid", "name", "pivot"))
                : found;
        if (found.size() != 1) {
            conflict(found.isEmpty() ? "match_not_found" : "match_ambiguous", path);
            return -1;
        }
        return found.get(0);
    }

    /** Returns the indexes of the things that agree in all of these members that the match has; none if it has none. */
    private static List<Integer> matching(List<Json> things, Json match, List<String> members) {
        List<String> given =
                members.stream().filter(member -> match.get(member).exists()).toList();
        List<Integer> found = new ArrayList<>();
        for (int i = 0; i < things.size() && !given.isEmpty(); i++) {
            Json thing = things.get(i);
            if (given.stream().allMatch(member -> Objects.equals(match.get(member), thing.get(member)))) {
                found.add(i);
            }
        }
        return found;
    }

    private Json changedComponent(Json component, Json change, String path) {
        Json changed = set(component, change);
        Json state = change.get("componentState");
        if (state.exists()) {
            Json now = changed.get("componentState");
            now = set(now.exists() ? now : Json.object(), state);
            if (state.get("extensions").exists()) {
                Json extensions = now.get("extensions");
                now = now.with(
                        "extensions", set(extensions.exists() ? extensions : Json.object(), state.get("extensions")));
            }
            changed = changed.with("componentState", now);
        }
        changed = settings(changed, "inputSettings", change, path);
        return settings(changed, "outputSettings", change, path);
    }

    private Json settings(Json component, String member, Json change, String path) {
        Json byName = change.get(member).get("byParameterName");
        if (!byName.exists()) {
            return component;
        }
        List<Json> settings = new ArrayList<>(
                component.get(member).exists() ? component.get(member).elements() : List.of());
        byName.fields().forEach((name, its) -> {
            int at = -1;
            for (int i = 0; i < settings.size(); i++) {
                at = GhJsonDocument.text(settings.get(i), "parameterName").equals(name) ? i : at;
            }
            if (at < 0) {
                conflict("match_not_found", path + '/' + member + "/byParameterName/" + name);
            } else {
                settings.set(at, set(settings.get(at), its));
            }
        });
        return component.with(member, settings);
    }

    private void addComponents() {
        List<Json> wanted = patch.list("/components/add");
        for (int i = 0; i < wanted.size(); i++) {
            Json component = wanted.get(i);
            if (component.get("instanceGuid").exists()) {
                conflict("instance_guid_given", "/patch/components/add/" + i);
                continue;
            }
            int next = document.nextId();
            int asked = GhJsonDocument.id(component).orElse(next);
            if (document.component(asked).isPresent()) {
                moved.put(asked, next);
                component = component.with("id", next);
            } else {
                component = component.with("id", asked);
            }
            List<Json> more = new ArrayList<>(document.components());
            more.add(component);
            document = document.withComponents(more);
        }
    }

    private Json changedGroup(Json group, Json change, String path) {
        Json changed = set(group, change);
        Json members = change.get("members");
        if (!members.exists()) {
            return changed;
        }
        List<Json> ids = new ArrayList<>(changed.get("members").elements());
        if (members.get("remove").exists()) {
            ids.removeAll(members.get("remove").elements());
        }
        if (members.get("add").exists()) {
            for (Json id : members.get("add").elements()) {
                Json its = Json.of(moved(id));
                if (document.component(its.asInt()).isEmpty()) {
                    conflict("dangling_member", path + "/members/add");
                } else if (!ids.contains(its)) {
                    ids.add(its);
                }
            }
        }
        return changed.with("members", ids);
    }

    private int moved(Json id) {
        return moved.getOrDefault(id.asInt(), id.asInt());
    }

    private void addGroups() {
        List<Json> wanted = patch.list("/groups/add");
        List<Json> groups = new ArrayList<>(document.groups());
        for (int i = 0; i < wanted.size(); i++) {
            if (wanted.get(i).get("instanceGuid").exists()) {
                conflict("instance_guid_given", "/patch/groups/add/" + i);
            } else {
                List<Integer> members = wanted.get(i).get("members").elements().stream()
                        .map(this::moved)
                        .toList();
                groups.add(wanted.get(i).with("members", members));
            }
        }
        document = document.withGroups(groups);
    }

    private void removeConnections() {
        List<Json> wanted = patch.list("/connections/remove");
        List<Json> left = new ArrayList<>(document.connections());
        for (int i = 0; i < wanted.size(); i++) {
            Json connection = wanted.get(i);
            if (!left.removeIf(each -> isSame(each, connection))) {
                conflict("connection_not_found", "/patch/connections/remove/" + i);
            }
        }
        document = document.withConnections(left);
    }

    private void addConnections() {
        List<Json> wanted = patch.list("/connections/add");
        List<Json> more = new ArrayList<>(document.connections());
        for (int i = 0; i < wanted.size(); i++) {
            Json connection = wanted.get(i);
            Json its = connection
                    .with(
                            "from",
                            connection
                                    .get("from")
                                    .with("id", moved(connection.get("from").get("id"))))
                    .with(
                            "to",
                            connection
                                    .get("to")
                                    .with("id", moved(connection.get("to").get("id"))));
            if (more.stream().anyMatch(each -> isSame(each, its))) {
                conflict("connection_already_present", "/patch/connections/add/" + i);
            } else {
                more.add(its);
            }
        }
        document = document.withConnections(more);
    }

    /** Returns whether both ends are the same: by the names of the parameters, or by their indexes where a name is missing. */
    private static boolean isSame(Json one, Json other) {
        return isSameEnd(one.get("from"), other.get("from")) && isSameEnd(one.get("to"), other.get("to"));
    }

    private static boolean isSameEnd(Json one, Json other) {
        boolean named = one.get("paramName").exists() && other.get("paramName").exists();
        String member = named ? "paramName" : "paramIndex";
        return one.get("id").equals(other.get("id")) && one.get(member).equals(other.get(member));
    }

    /** A change of one thing. */
    @FunctionalInterface
    private interface Change {
        Json apply(Json thing, Json change, String path);
    }
}
