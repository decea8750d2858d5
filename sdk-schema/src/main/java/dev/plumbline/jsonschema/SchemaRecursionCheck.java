package dev.plumbline.jsonschema;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Counts the paths that a validator can take at one location of a value, by references and by {@code allOf} and similar
 * keywords. A cycle never ends, and repeated doubling takes too long. Used once.
 */
final class SchemaRecursionCheck {
    private static final int MOST_WAYS = 10_000;
    private static final int MOST_STEPS = 200;

    private static final List<String> REFERENCES = List.of("$ref", "$dynamicRef");

    private final SchemaIndex map;
    private final SchemaFindings findings;
    private final Map<String, Integer> ways = new HashMap<>();
    private final Set<String> open = new HashSet<>();

    SchemaRecursionCheck(SchemaIndex map, SchemaFindings findings) {
        this.map = map;
        this.findings = findings;
    }

    void check() {
        for (SchemaIndex.Position position : map.positions()) {
            ways(position);
        }
    }

    private int ways(SchemaIndex.Position from) {
        Integer known = ways.get(from.path());
        if (known != null) {
            return known;
        }
        if (!open.add(from.path())) {
            findings.error(from.path(), "ref-cycle");
            return 0;
        }
        int sum = open.size() > MOST_STEPS ? tooLong(from) : sum(from);
        open.remove(from.path());
        ways.put(from.path(), sum);
        return sum;
    }

    private int tooLong(SchemaIndex.Position from) {
        findings.error(from.path(), "depth");
        return 0;
    }

    private int sum(SchemaIndex.Position from) {
        long sum = 1;
        for (SchemaKeywords.Child child : from.children()) {
            sum += SchemaKeywords.inPlace(child.keyword()) ? ways(from.path() + child.path()) : 0;
        }
        for (String reference : REFERENCES) {
            Optional<SchemaIndex.Position> target = map.target(from, reference);
            sum += target.isPresent() ? ways(target.get()) : 0;
        }
        if (sum > MOST_WAYS) {
            findings.error(from.path(), "paths");
            return 0;
        }
        return (int) sum;
    }

    private int ways(String path) {
        SchemaIndex.Position position = map.at(path);
        return position == null ? 0 : ways(position);
    }
}
