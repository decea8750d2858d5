package dev.plumbline.integration.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.mcpclient.McpToolOptions;
import dev.plumbline.mcpclient.McpTools;
import dev.plumbline.mcpclient.McpTransport;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What a program reads when it cannot connect to a server: what was found, what is needed, and which program it was. */
class McpConnectFailuresTest {
    private static AiError failure(McpTransport transport) {
        McpToolOptions options = McpToolOptions.builder("sheets", JsonSchemas.service())
                .trustDefinitions()
                .build();
        return catchThrowableOfType(
                        AiException.class,
                        () -> McpTools.connect(transport, options).close())
                .error();
    }

    @Test
    @DisplayName("G4 a server of an unknown revision is refused with its revision and those that are needed")
    void g4_unknownRevision_isNamed() {
        try (HostileHttp server = new HostileHttp().raw(exchange -> {
            Json request = Json.parse(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            HostileHttp.json(
                    exchange, 200, HostileHttp.answer(request, Json.object().with("protocolVersion", "2020-01-01")));
        })) {
            AiError error = failure(McpTransport.http(server.url()));

            assertThat(error.category()).isEqualTo(AiError.Category.PROTOCOL);
            assertThat(error.message())
                    .contains("sheets (127.0.0.1)", "speaks revision 2020-01-01", "2026-07-28", "2024-11-05");
        }
    }

    @Test
    @DisplayName("G5 a program that does not exist is an error of the configuration, with its name")
    void g5_missingProgram_isNamed() {
        AiError error = failure(McpTransport.stdio("no-such-program-58", "--key", "s3cret"));

        assertThat(error.category()).isEqualTo(AiError.Category.CONFIGURATION);
        assertThat(error.message())
                .contains("sheets (no-such-program-58)", "is it installed")
                .doesNotContain("s3cret");
    }

    @Test
    @DisplayName("G5 a program that ends at once is named with its exit code, and no call is spoken of")
    void g5_programThatEnds_isNamedWithItsCode() {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        AiError error = failure(McpTransport.stdio(java, "--no-such-option"));

        assertThat(error.category()).isEqualTo(AiError.Category.NETWORK);
        assertThat(error.message())
                .contains("java)", "the server process ended with exit code 1")
                .doesNotContain("call");
    }

    @Test
    @DisplayName("G5 a refused connection is named with its host")
    void g5_refusedConnection_isNamed() {
        HostileHttp gone = new HostileHttp();
        gone.close();
        AiError error = failure(McpTransport.http(gone.url()));

        assertThat(error.category()).isEqualTo(AiError.Category.NETWORK);
        assertThat(error.message()).contains("sheets (127.0.0.1)");
    }
}
