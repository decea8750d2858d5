package dev.plumbline.mcpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.internal.VisibleText;
import dev.plumbline.json.Json;
import dev.plumbline.provider.Secret;
import dev.plumbline.testkit.VirtualClock;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules for addresses, texts, headers and stored values. */
class ClientPartsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "http://example.com/mcp",
                "ftp://127.0.0.1/",
                "https://user:pass@example.com/mcp",
                "https://example.com/mcp#part",
                "http://127.0.0.1.example.com/",
                "file:///etc/passwd"
            })
    @DisplayName("MC18 an address is https, or on this machine, without a user name")
    void mc18_insecureAddress_isRefused(String address) {
        assertThatThrownBy(() -> McpTransport.http(address))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("https");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "127.0.0.1",
                "10.0.0.1",
                "192.168.1.1",
                "169.254.169.254",
                "100.64.0.1",
                "::1",
                "fd00::1",
                "0.0.0.0"
            })
    @DisplayName("MC18 a server elsewhere cannot lead into a private network")
    void mc18_privateAddress_isRefused(String host) {
        assertThatThrownBy(() -> HttpAddress.publicAddresses(host)).isInstanceOf(UnknownHostException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"https://10.0.0.1/", "https://[fd00::1]/", "https://localhost/", "https://127.0.0.1:8443/x"})
    @DisplayName("MC18 a number of a private network is known without a lookup")
    void mc18_privateNumber_isKnown(String address) {
        assertThat(HttpAddress.isPrivateNumber(URI.create(address))).isTrue();
        assertThat(HttpAddress.isPrivateNumber(URI.create("https://93.184.216.34/")))
                .isFalse();
        assertThat(HttpAddress.isPrivateNumber(URI.create("https://example.com/")))
                .isFalse();
    }

    @Test
    @DisplayName("MC18 origins are compared with their ports")
    void mc18_origins() {
        assertThat(HttpAddress.origin(URI.create("https://Example.com/a")))
                .isEqualTo(HttpAddress.origin(URI.create("https://example.com:443/b")));
        assertThat(HttpAddress.origin(URI.create("https://example.com:444/")))
                .isNotEqualTo(HttpAddress.origin(URI.create("https://example.com/")));
    }

    @Test
    @DisplayName("MC17 nothing in a shown text is invisible")
    void mc17_invisibleCharacters_areShown() {
        String tag = new String(Character.toChars(0xE0061));
        assertThat(VisibleText.of("a" + tag + "\u202e\u200b\u0007b\u2028"))
                .isEqualTo("a\\u{e0061}\\u{202e}\\u{200b}\\u{7}b\\u{2028}");
        assertThat(VisibleText.of("Grüße 東京\n❤️")).isEqualTo("Grüße 東京\n❤️");
        assertThat(VisibleText.isHidden(
                        Json.object().with("a", java.util.List.of(Json.object().with(tag, 1)))))
                .isTrue();
        assertThat(VisibleText.isHidden(Json.object().with("a", "plain"))).isFalse();
    }

    @Test
    @DisplayName("MC14 arguments are repeated in headers as the schema says, encoded where they must be")
    void mc14_headers() {
        Json schema = Json.parse("{\"properties\":{\"region\":{\"type\":\"string\",\"x-mcp-header\":\"Region\"},"
                + "\"at\":{\"properties\":{\"n\":{\"type\":\"integer\",\"x-mcp-header\":\"N\"}}}}}");
        Json arguments = Json.parse("{\"region\":\" é\",\"at\":{\"n\":7},\"other\":1}");
        assertThat(RequestHeaders.arguments(schema, arguments))
                .isEqualTo(Map.of("Mcp-Param-Region", "=?base64?IMOp?=", "Mcp-Param-N", "7"));
        assertThat(RequestHeaders.fault(schema)).isEmpty();
        assertThat(RequestHeaders.fault(Json.parse(
                        "{\"properties\":{\"a\":{\"type\":\"string\",\"x-mcp-header\":\"A\\r\\nX-Evil\"}}}")))
                .isPresent();
    }

    @Test
    @DisplayName("MC16 hints that loosen count only if the host believes the server")
    void mc16_hints() {
        Json definition = Json.parse("{\"name\":\"a.b\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":"
                + "{\"readOnlyHint\":true,\"destructiveHint\":false,\"openWorldHint\":true}}");
        RemoteTool tool = RemoteTool.of("files", definition, new AnySchema());
        McpToolOptions.Builder options = McpToolOptions.builder("files", new AnySchema());
        assertThat(tool.name()).matches("files_a_b-[0-9a-f]{8}");
        assertThat(tool.toTool(options.build(), (json, context) -> null).tags())
                .containsExactlyInAnyOrder("mcp", "origin-mcp", "destructive", "claims-read-only", "open-world");
        assertThat(tool.toTool(options.trustHints().build(), (json, context) -> null)
                        .tags())
                .containsExactlyInAnyOrder("mcp", "origin-mcp", "read-only", "open-world");
    }

    @Test
    @EnabledOnOs({OS.LINUX, OS.MAC})
    @DisplayName("MC18 stored tokens are readable by this user alone")
    void mc18_store_isPrivate(@TempDir Path folder) throws Exception {
        Path below = folder.resolve("tokens");
        McpStore store = McpStore.inFolder(below);
        store.write("mcp-tokens https://example.com", "first");
        store.write("mcp-tokens https://example.com", "second");
        assertThat(McpStore.inFolder(below).read("mcp-tokens https://example.com"))
                .hasValue("second");
        assertThat(store.read("another")).isEmpty();
        try (Stream<Path> files = Files.list(below)) {
            assertThat(files.toList())
                    .singleElement()
                    .satisfies(file -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                            .isEqualTo("rw-------"));
        }
        store.write("mcp-tokens https://example.com", "");
        assertThat(store.read("mcp-tokens https://example.com")).isEmpty();
    }

    @Test
    @DisplayName("MC18 no token, key or variable is in a text for people")
    void mc18_secrets_areHidden() {
        McpTransport http = McpTransport.http("https://example.com/mcp")
                .withHeader("Authorization", Secret.of("s3cret".toCharArray()));
        McpTransport process = McpTransport.stdio("server").withEnvironment("KEY", "s3cret");
        OAuthTokens tokens = new OAuthTokens("i", "s3cret", Optional.of("s3cret"), java.util.List.of());
        OAuthClient client = new OAuthClient("c", Optional.of("s3cret"), "none");
        assertThat(http + " " + process + " " + tokens + " " + client + http.display() + process.display())
                .doesNotContain("s3cret");
    }

    @Test
    @DisplayName("MC14 bad options are refused with the rule")
    void mc14_badOptions_areRefused() {
        assertThatThrownBy(() -> McpToolOptions.builder("my_files", new AnySchema()))
                .hasMessageContaining("letters, digits and hyphens");
        assertThatThrownBy(() -> McpTransport.stdio()).hasMessageContaining("a command names a program");
        assertThatThrownBy(() -> McpTools.connect(
                        McpTransport.stdio("x"),
                        McpToolOptions.builder("files", new AnySchema()).build()))
                .hasMessageContaining("questionHandler");
        assertThatThrownBy(() -> McpTools.connect(
                        McpTransport.stdio("/no/such/program"),
                        McpToolOptions.builder("files", new AnySchema())
                                .trustDefinitions()
                                .build()))
                .hasMessageContaining("cannot be started");
    }

    @Test
    @DisplayName("S24 progress in numbers without end is progress, and breaks nothing")
    void s24_hugeProgress_isPassedOn() {
        VirtualClock clock = VirtualClock.create();
        FakeContext context = FakeContext.create();
        for (String number : List.of("1e999", "-1e999", "9223372036854775807", "1e-400", "0")) {
            clock.advance(Duration.ofSeconds(1));
            new CallProgress(context, clock)
                    .accept(Json.parse("{\"progress\":" + number + ",\"total\":" + number + ",\"message\":\"m\"}"));
        }
    }

    @Test
    @DisplayName("52 a long report of progress is cut where no value is divided, so that redaction still finds it")
    void w52_longProgress_dividesNoValue() {
        VirtualClock clock = VirtualClock.create();
        FakeContext context = FakeContext.create();
        CallProgress progress = new CallProgress(context, clock);
        clock.advance(Duration.ofSeconds(1));
        progress.accept(Json.object()
                .with("progress", 1)
                .with("message", "wall ".repeat(38) + "anna.berg@example.org " + "wall ".repeat(9)));
        assertThat(context.attributes().get("note")).hasSizeGreaterThan(180).doesNotContain("anna");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"x\":NaN}}",
                "{\"jsonrpc\":\"2.0\",\"result\":{\"x\":Infinity},\"id\":3}",
                "{\"jsonrpc\":\"2.0\",\"id\":\"3\",\"result\":{}}",
                "{\"jsonrpc\":\"2.0\", \"id\" : 3 , \"result\": undefined }"
            })
    @DisplayName("W50 a text that cannot be an answer ends the call whose number it has")
    void w50_textThatIsNoAnswer_endsItsCall(String text) {
        PendingAnswers pending = new PendingAnswers();
        CompletableFuture<Json> other = pending.add(2);
        CompletableFuture<Json> ours = pending.add(3);
        assertThat(pending.fail(text, "it is not JSON")).isTrue();
        assertThatThrownBy(ours::join).hasRootCauseMessage("it is not JSON");
        assertThat(other).isNotDone();
        assertThat(pending.fail(text, "it is not JSON")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"99", "-1", "1.5", "\"x\"", "null", "{}"})
    @DisplayName("W50 an answer to a request that was never sent ends the only call that waits")
    void w50_answerToNothing_endsTheOnlyCall(String id) {
        Json answer = Json.parse("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{}}");
        PendingAnswers pending = new PendingAnswers();
        pending.add(2);
        CompletableFuture<Json> second = pending.add(3);
        assertThat(pending.failIfNeverSent(answer)).isFalse();
        assertThat(pending.answer(Json.parse("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}")))
                .isTrue();
        assertThat(pending.failIfNeverSent(Json.parse("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}")))
                .as("a late answer")
                .isFalse();
        assertThat(pending.failIfNeverSent(answer)).isTrue();
        assertThatThrownBy(second::join)
                .hasRootCauseMessage("the server answered a request that was never sent, with another id");
    }

    @Test
    @DisplayName("W50 a text with the numbers of two calls ends none of them")
    void w50_textWithTwoNumbers_endsNone() {
        PendingAnswers pending = new PendingAnswers();
        CompletableFuture<Json> first = pending.add(2);
        CompletableFuture<Json> second = pending.add(3);
        assertThat(pending.fail("{\"id\":2,\"result\":[{\"id\":3,NaN", "it is not JSON"))
                .isFalse();
        assertThat(first).isNotDone();
        assertThat(second).isNotDone();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"content\":\"the text\"} | the text | 0",
                "{\"a\":1} | {\"a\":1} | 0",
                "{\"content\":\"the text\"} | more than the text | 1",
                "{\"a\":1} | not 1 | 1"
            })
    @DisplayName("G19 a text that a structured result has already is not given to the model twice")
    void g19_copy_isLeftOut(String structured, String text, int left) {
        Json result = Json.object()
                .with("structuredContent", Json.parse(structured))
                .with("content", List.of(Json.object().with("type", "text").with("text", text)));
        RemoteTool tool = RemoteTool.of(
                "files", Json.parse("{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}}"), new AnySchema());
        ToolEnvelope envelope = ToolContent.envelope(result, tool, new AnySchema());

        assertThat(envelope.result()).isEqualTo(Json.parse(structured));
        assertThat(envelope.meta().get("content").exists()).isEqualTo(left == 1);
    }

    @Test
    @DisplayName("G1 our client names itself by a key to servers of this machine, and to no other")
    void g1_key_staysHere() {
        String key = "0123456789012345678901";
        for (String here : List.of("http://127.0.0.1:1/mcp", "http://localhost:1/mcp", "http://[::1]:1/mcp")) {
            assertThat(McpTools.keyed(McpTransport.http(here), key).headers()).containsKey("Plumbline-Client");
        }
        assertThat(McpTools.keyed(McpTransport.http("https://example.com/mcp"), key)
                        .headers())
                .isEmpty();
        McpTransport.Http own = McpTransport.http("http://127.0.0.1:1/mcp")
                .withHeader("Plumbline-Client", Secret.of(key.toCharArray()));
        assertThat(McpTools.keyed(own, "another key of 22 letters")).isSameAs(own);
    }
}
