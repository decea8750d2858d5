package dev.plumbline.mcpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.Cancellation;
import dev.plumbline.json.Json;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class TraceMetaTest {
    @Test
    @DisplayName(
            "O3 a call of a server's tool has the trace of the host in _meta, without a prefix (SEP-414), and its span the attributes of the convention")
    void o3_meta_hasTheTrace() {
        FakeServer server = new FakeServer();
        McpToolOptions options = McpToolOptions.builder("test", new AnySchema())
                .questionHandler(question -> question.answer(question.options().get(0)))
                .build();
        Cancellation closing = Cancellation.create();
        try (ClientThreads threads = new ClientThreads("test")) {
            ConnectionParts parts = new ConnectionParts("test", threads, options.limits, line -> {});
            HostQuestions questions = new HostQuestions(options, parts, closing);
            DefinitionReview review = new DefinitionReview(options, questions, "fake");
            RemoteTools tools = new RemoteTools(options, parts, review, closing);
            ServerLink link = new ServerLink(
                    server,
                    new ServerRequests(options, parts, questions, closing),
                    new ServerLink.Environment(
                            parts, closing, Duration.ofSeconds(30), new Backoff(threads.time(), Duration.ZERO)),
                    tools::list);
            ServerSession unused = link.session(Cancellation.create());
            tools.review();

            FakeContext context = FakeContext.create();
            assertThat(tools.call(tools.usable().get(0), Json.object(), context, link)
                            .isOk())
                    .isTrue();

            assertThat(context.attributes())
                    .containsEntry("mcp.method.name", "tools/call")
                    .containsEntry("mcp.protocol.version", "2025-11-25")
                    .containsEntry("network.transport", "pipe")
                    .containsKey("jsonrpc.request.id")
                    .hasSize(4);

            assertThat(server.meta)
                    .singleElement()
                    .satisfies(meta -> assertThat(meta.get("traceparent").asText())
                            .isEqualTo("00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"));
            boolean ended = closing.cancel("the test is over");
            assertThat(ended).isTrue();
            link.close();
        }
    }
}
