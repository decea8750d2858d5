package dev.plumbline.testkit.laws;

import dev.plumbline.body.Fingerprint;
import dev.plumbline.policy.ResponseStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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

    private static final List<String> BORDERS = List.of("", ",", ";", "/", "|", ":", " ", "\n", "-", "_", ".", "&");

    private StoreChecks() {}

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
        for (String border : BORDERS) {
            for (String equal : List.of("=", ":", "")) {
                String joined = "1" + border + "b" + equal + "2";
                pairs.add(List.of(
                        of(key, "plan", Map.of("a", joined), 1), of(key, "plan", Map.of("a", "1", "b", "2"), 1)));
                pairs.add(List.of(
                        of(key, "plan" + border + "a" + equal + "1", Map.of("b", "2"), 1),
                        of(key, "plan", Map.of("a", "1", "b", "2"), 1)));
            }
        }
        String digits = "0".repeat(63);
        pairs.add(List.of(
                new ResponseStore.Key("plan", Fingerprint.parse("plb1:1" + digits), Map.of(), 1),
                new ResponseStore.Key("plan", Fingerprint.parse("plb1:" + digits + "1"), Map.of(), 1)));
        return pairs;
    }

    private static ResponseStore.Key of(
            ResponseStore.Key key, String namespace, Map<String, String> resources, int format) {
        return new ResponseStore.Key(namespace, key.call(), resources, format);
    }
}
