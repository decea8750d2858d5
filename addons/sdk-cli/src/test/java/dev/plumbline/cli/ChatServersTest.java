package dev.plumbline.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.mcpclient.McpTransport;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ChatServersTest {
    @Test
    @DisplayName("MC14 a server on the command line is a command or an address")
    void mc14_server_isACommandOrAnAddress() {
        assertThat(ChatServers.name("files=npx -y server .")).isEqualTo("files");
        assertThat(((McpTransport.Stdio) ChatServers.transport("files=npx -y server  .")).command())
                .isEqualTo(List.of("npx", "-y", "server", "."));
        assertThat(((McpTransport.Http) ChatServers.transport("web=https://example.com/mcp?a=b")).address())
                .isEqualTo(URI.create("https://example.com/mcp?a=b"));
        assertThatThrownBy(() -> ChatServers.name("npx -y server")).hasMessageContaining("NAME=SERVER");
        assertThatThrownBy(() -> ChatServers.transport("web=http://example.com/mcp"))
                .hasMessageContaining("https");
    }
}
