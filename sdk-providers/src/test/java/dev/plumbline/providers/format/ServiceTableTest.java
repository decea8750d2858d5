package dev.plumbline.providers.format;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import java.io.IOException;
import java.io.InputStream;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What services and models take is one table, whose rows can be checked. */
class ServiceTableTest {
    private static final List<String> LISTS = List.of("schemas", "chat", "own", "media", "families", "models");

    static Stream<Json> rows() {
        return LISTS.stream().flatMap(list -> ServiceTable.rows(list).stream());
    }

    @ParameterizedTest
    @MethodSource("rows")
    @DisplayName("W63 every row of the table has a page and a day")
    void w63_row_hasAPageAndADay(Json row) {
        String source = row.get("source").asText();
        String day = row.get("day").exists() ? row.get("day").asText() : source.substring(source.lastIndexOf(' ') + 1);
        assertThat(source).matches("(?s).*(?:\\w\\.\\w+/|recorded \\w+).*");
        assertThat(LocalDate.parse(day)).isBetween(LocalDate.of(2026, 11, 1), LocalDate.of(2027, 12, 31));
    }

    @Test
    void everyMember_hasAReader() {
        Set<String> members = new TreeSet<>();
        LISTS.stream()
                .filter(list -> !list.equals("models"))
                .flatMap(list -> ServiceTable.rows(list).stream())
                .forEach(row -> members.addAll(row.fields().keySet()));
        assertThat(members)
                .containsExactlyInAnyOrder(
                        "allRequired",
                        "apart",
                        "audio",
                        "day",
                        "default",
                        "efforts",
                        "families",
                        "features",
                        "formats",
                        "header",
                        "images",
                        "key",
                        "like",
                        "limits",
                        "mapsAsPairs",
                        "maxTokens",
                        "models",
                        "moved",
                        "name",
                        "names",
                        "of",
                        "otherwise",
                        "pdf",
                        "place",
                        "refused",
                        "rootObject",
                        "rules",
                        "sampling",
                        "schemas",
                        "server",
                        "shown",
                        "source",
                        "thinking",
                        "tools",
                        "traits",
                        "words");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a-model-of-tomorrow", "arn:aws:bedrock:eu:1:inference-profile/x", "GPT-5"})
    void everyName_hasARow(String model) {
        for (ModelFamily.Group group : ModelFamily.Group.values()) {
            assertThat(ModelFamily.of(group, model)).isNotNull();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"schemas", "chat", "own"})
    void names_areThereOnce(String list) {
        assertThat(ServiceTable.rows(list))
                .extracting(row -> row.get("name").asText())
                .doesNotHaveDuplicates();
    }

    @Test
    @DisplayName("60 what is read of a row without JSON is what its JSON says")
    void textOfARow_isThatOfItsJson() {
        for (String list : LISTS) {
            assertThat(ServiceTable.lazyRows(list)).isNotEmpty().allSatisfy(row -> {
                for (String member : List.of("name", "like", "place", "default", "of", "id")) {
                    assertThat(row.text(member))
                            .as("%s of %s", member, row.json().text())
                            .isEqualTo(row.json().get(member).findText().orElse(""));
                }
            });
        }
    }

    @Test
    @DisplayName("60 the table has as many rows as its file has as JSON")
    void rows_areThoseOfTheFile() throws IOException {
        Json file;
        try (InputStream in = Objects.requireNonNull(ServiceTable.class.getResourceAsStream("services.json"))) {
            file = Json.parse(in.readAllBytes());
        }
        for (String list : LISTS) {
            assertThat(ServiceTable.rows(list)).isEqualTo(file.get(list).elements());
        }
    }
}
