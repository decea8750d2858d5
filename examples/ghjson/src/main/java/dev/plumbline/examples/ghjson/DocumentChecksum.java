package dev.plumbline.examples.ghjson;

import dev.plumbline.json.Json;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.function.UnaryOperator;

/** The checksum of a document in its normalised form (GhPatch, 2.2), so that order and counts do not matter. */
final class DocumentChecksum {
    private static final List<String> VOLATILE_METADATA =
            List.of("modified", "componentCount", "connectionCount", "groupCount");
    private static final List<String> VOLATILE_COMPONENT = List.of("warnings", "errors", "remarks");

    private DocumentChecksum() {}

    /** Returns {@code sha256-} and the hash as 64 hexadecimal digits. */
    static String of(GhJsonDocument document) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(normalized(document).json().canonicalBytes());
            return "sha256-" + HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    private static GhJsonDocument normalized(GhJsonDocument document) {
        GhJsonDocument fixed = DocumentFixer.fix(document).document();
        GhJsonDocument sorted = fixed.withComponents(
                        sorted(fixed.components(), byId(), each -> without(each, VOLATILE_COMPONENT)))
                .withConnections(sorted(fixed.connections(), ends(), UnaryOperator.identity()))
                .withGroups(sorted(fixed.groups(), byId(), UnaryOperator.identity()));
        return sorted.json().get("metadata").exists()
                ? sorted.withMetadata(metadata -> without(metadata, VOLATILE_METADATA))
                : sorted;
    }

    private static List<Json> sorted(List<Json> things, Comparator<Json> order, UnaryOperator<Json> form) {
        // groups without an id are sorted by their canonical form, so that their order does not matter either
        return things.stream()
                .map(form)
                .sorted(order.thenComparing(Json::canonical))
                .toList();
    }

    private static Comparator<Json> byId() {
        return Comparator.comparingInt(each -> GhJsonDocument.id(each).orElse(0));
    }

    private static Comparator<Json> ends() {
        return Comparator.<Json>comparingInt(each -> each.get("from").get("id").asInt())
                .thenComparingInt(each -> each.get("to").get("id").asInt())
                .thenComparing(each -> GhJsonDocument.text(each.get("from"), "paramName"))
                .thenComparing(each -> GhJsonDocument.text(each.get("to"), "paramName"));
    }

    private static Json without(Json thing, List<String> members) {
        Json left = thing;
        for (String member : members) {
            left = left.without(member);
        }
        return left;
    }
}
