package dev.plumbline.examples.ghjson;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.examples.ghjson.GhPatch.Conflict;
import dev.plumbline.examples.ghjson.GhPatch.PatchResult;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The rules of patches: identity, order, conflicts, checksums. */
class GhPatchTest {

    private static GhPatch patch(String body) {
        return GhPatch.parse("{\"kind\": \"ghpatch\", \"patch\": " + body + "}");
    }

    @Test
    void m13_addedComponent_withATakenId_getsAnother_alsoInConnectionsAndGroups() throws IOException {
        PatchResult result = patch("""
                {"components": {"add": [{"name": "Panel", "id": 3}]},
                 "groups": {"add": [{"id": 1, "members": [3]}]},
                 "connections": {"add": [{"from": {"id": 1, "paramName": "Number"}, "to": {"id": 3, "paramName": "Input"}}]}}""").applyTo(SpecificationTest.example());
        assertThat(result.conflicts()).isEmpty();
        assertThat(result.newIds()).containsExactly("3 is 5");
        assertThat(result.document().connections().get(3).at("/to/id").asInt()).isEqualTo(5);
        assertThat(result.document().groups().get(1).get("members").text()).isEqualTo("[5]");
    }

    @Test
    void m13_removedComponent_takesItsConnectionsAndMembershipWithIt() throws IOException {
        PatchResult result =
                patch("{\"components\": {\"remove\": [{\"id\": 1}]}}").applyTo(SpecificationTest.example());
        assertThat(result.conflicts()).isEmpty();
        assertThat(result.document().components()).hasSize(3);
        assertThat(result.document().connections()).hasSize(2);
        assertThat(result.document().groups().get(0).get("members").text()).isEqualTo("[2]");
    }

    @Test
    void m13_conflicts_areListed_andTheRestIsApplied() throws IOException {
        PatchResult result = patch("""
                {"components": {"modify": [{"match": {"id": 99}, "set": {"nickName": "x"}},
                                           {"match": {"name": "Number Slider"}, "set": {"nickName": "y"}},
                                           {"match": {"id": 4}, "set": {"nickName": "Sum"}}],
                                "add": [{"name": "Panel", "instanceGuid": "11111111-1111-1111-1111-111111111111"}]},
                 "groups": {"modify": [{"match": {"instanceGuid": "aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa"}, "members": {"add": [77]}}]},
                 "connections": {"remove": [{"from": {"id": 1, "paramName": "Nothing"}, "to": {"id": 3, "paramName": "A"}}],
                                 "add": [{"from": {"id": 1, "paramName": "Number"}, "to": {"id": 3, "paramName": "A"}}]}}""").applyTo(SpecificationTest.example());
        assertThat(result.conflicts())
                .containsExactly(
                        new Conflict("match_not_found", "/patch/components/modify/0"),
                        new Conflict("match_ambiguous", "/patch/components/modify/1"),
                        new Conflict("instance_guid_given", "/patch/components/add/0"),
                        new Conflict("dangling_member", "/patch/groups/modify/0/members/add"),
                        new Conflict("connection_not_found", "/patch/connections/remove/0"),
                        new Conflict("connection_already_present", "/patch/connections/add/0"));
        assertThat(result.document().json().at("/components/3/nickName").asText())
                .isEqualTo("Sum");
        assertThat(result.document().components()).hasSize(4);
    }

    @Test
    void m13_checksum_dependsOnMeaning_notOnOrderOrCounts() throws IOException {
        GhJsonDocument document = SpecificationTest.example();
        String checksum = GhPatch.checksumOf(document);
        assertThat(checksum).matches("sha256-[0-9a-f]{64}");

        List<Json> reversed = new ArrayList<>(document.components());
        Collections.reverse(reversed);
        GhJsonDocument reordered = document.withComponents(reversed)
                .withMetadata(metadata -> metadata.with("modified", "2026-11-24T18:00:00Z"));
        assertThat(GhPatch.checksumOf(reordered)).isEqualTo(checksum);

        GhJsonDocument changed = new GhJsonDocument(
                document.json().with("components", List.of(document.components().get(0))));
        assertThat(GhPatch.checksumOf(changed)).isNotEqualTo(checksum);
    }

    @Test
    void m13_patchForAnotherDocument_isRefusedAsAWhole_unlessAskedAnyway() throws IOException {
        GhJsonDocument document = SpecificationTest.example();
        String body = """
                {"base": {"checksum": "%s"}, "components": {"modify": [{"match": {"id": 3}, "set": {"nickName": "Sum"}}]}}""";
        GhPatch right = patch(body.formatted(GhPatch.checksumOf(document)));
        PatchResult once = right.applyTo(document);
        assertThat(once.conflicts()).isEmpty();

        PatchResult twice = right.applyTo(once.document());
        assertThat(twice.conflicts()).containsExactly(new Conflict("base_checksum_mismatch", "/patch/base/checksum"));
        assertThat(twice.document()).isEqualTo(once.document());
        assertThat(right.applyAnywayTo(once.document()).document()).isEqualTo(once.document());
    }
}
