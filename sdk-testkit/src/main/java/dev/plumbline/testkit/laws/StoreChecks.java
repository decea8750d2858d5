package dev.plumbline.testkit.laws;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.testkit.internal.LawAssertion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Names and keys that are nearly equal, for the laws of stores. */
final class StoreChecks {
    /** Names that become one if case, white space or a sign is ignored or replaced. */
    static final List<String> NAMES = List.of(
            "plan",
            "Plan",
            "PLAN",
            "plan-1",
            "plan_1",
            "plan.1",
            "plan 1",
            "plan/1",
            "plan:1",
            "plan1",
            "pl\u00e4n",
            "plan-10");

    /** What may stand between the parts of a name that is joined of several. */
    static final List<String> BORDERS = List.of(
            "", ",", ", ", ";", "; ", "/", "//", "\\", "|", ":", "::", " ", "\n", "\r\n", "\t", "\0", "\u001f", "-",
            "_", "__", ".", "&", "=", "#", "+", "@", "~", "%", "$", "\"", "\",\"", "->");

    /** What is tried between two resources with everything that is tried between a resource and its hash. */
    private static final List<String> USUAL =
            List.of("", ",", ", ", ";", "; ", "&", "\n", "|", "/", " ", "\0", "\t", ":");

    private static final List<String> EQUALS =
            List.of("=", ":", ": ", "", " ", "\t", "\n", "\0", "|", ",", "->", "\":\"");

    /** What may stand around all resources. */
    private static final List<List<String>> AROUND = List.of(List.of("", ""), List.of("{", "}"), List.of("[", "]"));

    private StoreChecks() {}

    /** Returns those names, and names of which a part is one of the others, in front of a sign that may join parts. */
    static List<String> names() {
        return Stream.concat(
                        NAMES.stream(),
                        BORDERS.stream().flatMap(border -> Stream.of("plan" + border + "1", "plan" + border + "2")))
                .distinct()
                .toList();
    }

    /** Returns pairs of different keys that are nearly equal to that one. */
    static List<List<ResponseStore.Key>> nearlyEqual(ResponseStore.Key key) {
        List<List<ResponseStore.Key>> pairs = new ArrayList<>();
        for (String name : NAMES) {
            pairs.add(List.of(of(key, name, Map.of(), 1), of(key, name.equals("plan") ? "" : "plan", Map.of(), 1)));
        }
        pairs.add(List.of(of(key, "Aa", Map.of(), 1), of(key, "BB", Map.of(), 1)));
        pairs.add(List.of(of(key, "plan", Map.of(), 1), of(key, "plan", Map.of(), 2)));
        pairs.add(List.of(of(key, "plan", Map.of("a", "1"), 1), of(key, "plan", Map.of("a", ""), 11)));
        for (Map<String, String> other : List.of(
                Map.of("a", "2"),
                Map.of("b", "1"),
                Map.of("A", "1"),
                Map.of("a", "1 "),
                Map.of("a1", ""),
                Map.<String, String>of())) {
            pairs.add(List.of(of(key, "plan", Map.of("a", "1"), 1), of(key, "plan", other, 1)));
        }
        pairs.add(List.of(
                of(key, "plan", Map.of("a", "1", "b", "2"), 1), of(key, "plan", Map.of("a", "2", "b", "1"), 1)));
        for (Map<String, String> other : List.of(
                Map.of("a", "1"),
                Map.of("b", "2"),
                Map.of("a", "1", "b", "3"),
                Map.of("a", "3", "b", "2"),
                Map.of("a", "1", "c", "2"),
                Map.of("c", "1", "b", "2"))) {
            pairs.add(List.of(of(key, "plan", Map.of("a", "1", "b", "2"), 1), of(key, "plan", other, 1)));
        }
        for (String border : BORDERS) {
            for (String equal : USUAL.contains(border) ? EQUALS : List.of("=", ":", border)) {
                addJoinedResources(key, border, equal, pairs);
            }
        }
        BORDERS.forEach(border -> addJoined(key, border, pairs));
        pairs.removeIf(pair -> pair.get(0).equals(pair.get(1)));
        String digits = "0".repeat(63);
        pairs.add(List.of(
                new ResponseStore.Key("plan", Fingerprint.parse("plb1:1" + digits), Map.of(), 1),
                new ResponseStore.Key("plan", Fingerprint.parse("plb1:" + digits + "1"), Map.of(), 1)));
        return pairs;
    }

    /** Adds pairs whose resources are one text each if they are joined with these signs. */
    private static void addJoinedResources(
            ResponseStore.Key key, String border, String equal, List<List<ResponseStore.Key>> pairs) {
        ResponseStore.Key two = of(key, "plan", Map.of("a", "1", "b", "2"), 1);
        pairs.add(List.of(of(key, "plan", Map.of("a", "1" + border + "b" + equal + "2"), 1), two));
        pairs.add(List.of(of(key, "plan", Map.of("a" + equal + "1" + border + "b", "2"), 1), two));
    }

    /**
     * Adds pairs that are one text each if their parts are joined with that sign: the name and the hash of a resource, the namespace and
     * the resources in both orders, with the format between them, and with the call between them.
     */
    private static void addJoined(ResponseStore.Key key, String border, List<List<ResponseStore.Key>> pairs) {
        pairs.add(List.of(
                of(key, "plan", Map.of("a", "b" + border + "c"), 1),
                of(key, "plan", Map.of("a" + border + "b", "c"), 1)));
        pairs.add(List.of(
                of(key, "plan" + border + "x", Map.of("a", "1"), 1),
                of(key, "plan", Map.of("x" + border + "a", "1"), 1)));
        pairs.add(List.of(
                of(key, "x" + border + "plan", Map.of("a", "1"), 1),
                of(key, "plan", Map.of("a", "1" + border + "x"), 1)));
        pairs.add(List.of(
                of(key, "plan" + border + "1", Map.of("b", "2"), 2),
                of(key, "plan", Map.of("2" + border + "b", "2"), 1)));
        for (String equal : List.of("=", ":")) {
            pairs.add(List.of(
                    of(key, "plan" + border + "a" + equal + "1", Map.of("b", "2"), 1),
                    of(key, "plan", Map.of("a", "1", "b", "2"), 1)));
            for (List<String> around : AROUND) {
                String first = border + key.call().text() + border + around.get(0) + "a" + equal + "1";
                String second = around.get(1) + border + key.call().text() + border + around.get(0);
                pairs.add(List.of(
                        of(key, "plan" + first + around.get(1), Map.of("b", "2"), 1),
                        of(key, "plan", Map.of("a", "1" + second + "b" + equal + "2"), 1)));
            }
        }
    }

    /** Returns a key with quotes around its texts, so that keys that differ only in where a part ends look different. */
    static String show(ResponseStore.Key key) {
        return Json.object()
                .with("namespace", key.namespace())
                .with("call", key.call().text())
                .with("resources", key.resources())
                .with("format", key.format())
                .text();
    }

    /** Returns which parts of an entry differ from those of the expected one. */
    static String unlike(Optional<ResponseStore.Entry> found, ResponseStore.Entry expected) {
        if (found.isEmpty()) {
            return "nothing";
        }
        ResponseStore.Entry seen = found.get();
        List<String> parts = new ArrayList<>();
        add("the answer", seen.answer().text(), expected.answer().text(), parts);
        add("the time stored", seen.stored(), expected.stored(), parts);
        add("the time expires", seen.expires(), expected.expires(), parts);
        add("the model", seen.model(), expected.model(), parts);
        add("the tags", seen.tags(), expected.tags(), parts);
        return "an entry with " + String.join(", and ", parts);
    }

    private static void add(String part, Object seen, Object expected, List<String> parts) {
        if (!seen.equals(expected)) {
            parts.add(part + " " + LawAssertion.difference(seen, expected, " instead of "));
        }
    }

    private static ResponseStore.Key of(
            ResponseStore.Key key, String namespace, Map<String, String> resources, int format) {
        return new ResponseStore.Key(namespace, key.call(), resources, format);
    }
}
