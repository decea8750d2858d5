package dev.plumbline.examples.ghjson;

import dev.plumbline.json.Json;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.schema.ValidationResult.Finding;
import dev.plumbline.schema.ValidationResult.Severity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the schema cannot say (specification, 8.2 and 8.3): unique ids, references that exist, parameters that exist,
 * no cycle of connections, sliders inside their range, components that the host has. Used once, by one thread.
 */
final class StructureCheck {
    private final GhJsonDocument document;
    private final ComponentCatalog catalog;
    private final List<Finding> findings = new ArrayList<>();
    private final Map<Integer, Json> byId = new HashMap<>();

    private StructureCheck(GhJsonDocument document, ComponentCatalog catalog) {
        this.document = document;
        this.catalog = catalog;
    }

    /** Returns the findings about a document that fits the schema, by path and code. */
    static ValidationResult of(GhJsonDocument document, ComponentCatalog catalog) {
        StructureCheck check = new StructureCheck(document, catalog);
        check.components();
        check.connections();
        check.groups();
        check.pages();
        return new ValidationResult(check.findings);
    }

    private void error(String path, String code, String allowed) {
        findings.add(new Finding(Severity.ERROR, path, code, allowed));
    }

    private void components() {
        for (int i = 0; i < document.components().size(); i++) {
            Json component = document.components().get(i);
            String path = "/components/" + i;
            OptionalInt id = GhJsonDocument.id(component);
            if (id.isPresent() && byId.putIfAbsent(id.getAsInt(), component) != null) {
                error(path + "/id", "id-duplicate", "");
            }
            String name = GhJsonDocument.text(component, "name");
            if (!name.isEmpty() && catalog.typeOf(component).isEmpty()) {
                findings.addAll(catalog.check(path + "/name", ComponentCatalog.COMPONENT, name)
                        .findings());
            }
            slider(component, path);
        }
    }

    private void slider(Json component, String path) {
        String at = "/componentState/extensions/" + SliderValue.EXTENSION + "/value";
        Json value = component.at(at);
        if (value.exists()) {
            SliderValue slider = SliderValue.parse(value.asText()).orElse(null);
            if (slider == null) {
                error(path + at, "slider-form", "value<min~max>");
            } else if (!slider.isOrdered() || !slider.isInside()) {
                error(path + at, "slider-range", "");
            }
        }
    }

    private void connections() {
        Map<Integer, Set<Integer>> targets = new HashMap<>();
        Set<Json> seen = new HashSet<>();
        for (int i = 0; i < document.connections().size(); i++) {
            Json connection = document.connections().get(i);
            String path = "/connections/" + i;
            boolean boundary = connection.get("boundary").exists()
                    && connection.get("boundary").asBoolean();
            endpoint(connection.get("from"), path + "/from", false, boundary);
            endpoint(connection.get("to"), path + "/to", true, boundary);
            if (!seen.add(connection)) {
                error(path, "connection-duplicate", "");
            }
            int from = connection.get("from").get("id").asInt();
            int to = connection.get("to").get("id").asInt();
            if (reaches(to, from, targets)) {
                error(path, "cycle", "");
            } else {
                targets.computeIfAbsent(from, none -> new HashSet<>()).add(to);
            }
        }
    }

    private static boolean reaches(int from, int wanted, Map<Integer, Set<Integer>> targets) {
        List<Integer> open = new ArrayList<>(List.of(from));
        Set<Integer> seen = new HashSet<>(open);
        while (!open.isEmpty()) {
            int at = open.remove(open.size() - 1);
            if (at == wanted) {
                return true;
            }
            targets.getOrDefault(at, Set.of()).stream().filter(seen::add).forEach(open::add);
        }
        return false;
    }

    private void endpoint(Json endpoint, String path, boolean input, boolean boundary) {
        Json component = byId.get(endpoint.get("id").asInt());
        if (component == null) {
            if (!boundary) {
                error(path + "/id", "component-missing", ids());
            }
            return;
        }
        List<String> names = catalog.parameters(component, input);
        String name = GhJsonDocument.text(endpoint, "paramName");
        Json index = endpoint.get("paramIndex");
        if (name.isEmpty() && !index.exists()) {
            error(path, "parameter-missing", quoted(names));
        } else if (!name.isEmpty() && !names.isEmpty() && !names.contains(name)) {
            error(path + "/paramName", "unknown-parameter", quoted(names));
        } else if (name.isEmpty() && !names.isEmpty() && index.asInt() >= names.size()) {
            error(path + "/paramIndex", "unknown-parameter", "0 to " + (names.size() - 1));
        }
    }

    private String ids() {
        return byId.keySet().stream().sorted().limit(20).map(String::valueOf).collect(Collectors.joining(", "));
    }

    private static String quoted(List<String> names) {
        return names.stream().map(name -> '"' + name + '"').collect(Collectors.joining(", "));
    }

    private void groups() {
        for (int i = 0; i < document.groups().size(); i++) {
            List<Json> members = document.groups().get(i).get("members").elements();
            for (int j = 0; j < members.size(); j++) {
                if (!byId.containsKey(members.get(j).asInt())) {
                    error("/groups/" + i + "/members/" + j, "component-missing", ids());
                }
            }
        }
    }

    private void pages() {
        Json pagination = document.json().get("metadata").get("pagination");
        if (pagination.get("page").exists()
                && pagination.get("totalPages").exists()
                && pagination.get("page").asInt() > pagination.get("totalPages").asInt()) {
            error(
                    "/metadata/pagination/page",
                    "page",
                    "1 to " + pagination.get("totalPages").asInt());
        }
    }
}
