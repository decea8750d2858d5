package dev.plumbline.integration.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ProvidersDocTest {
    private static final Path RESOURCES = Path.of("../../sdk-providers/src/test/resources");

    @Test
    @DisplayName("61 the page counts the recordings and the bodies of errors that the tests read")
    void counts_areThoseOfTheFiles() throws IOException {
        String page = Files.readString(Path.of("../../docs/providers.md"));
        try (Stream<Path> files = Files.walk(RESOURCES.resolve("recorded"))) {
            long recordings = files.filter(file -> file.toString().endsWith(".expected.json"))
                    .count();
            assertThat(page)
                    .contains(
                            "The " + recordings + " recordings in", "The tests are the " + recordings + " recordings;");
        }
        List<Json> bodies = Json.parse(Files.readString(RESOURCES.resolve("errors/bodies.json")))
                .elements();
        long services = bodies.stream()
                .map(body -> body.get("service").asText().replaceAll("(,| behind ).*", ""))
                .distinct()
                .count();
        assertThat(page).contains("tested against " + bodies.size() + " bodies of " + services + " services");
    }
}
