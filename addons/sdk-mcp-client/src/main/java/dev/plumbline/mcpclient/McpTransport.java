package dev.plumbline.mcpclient;

import dev.plumbline.http.NetworkSettings;
import dev.plumbline.provider.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How a server of the Model Context Protocol is reached: as a process that is started here, or at an address. A value. */
public sealed interface McpTransport {

    /**
     * Returns the transport to a process that is started with that command, and ended when the connection closes. It
     * receives a few variables of this process, such as {@code PATH}, and no others.
     *
     * @param command the program and its arguments; no shell reads it
     */
    static Stdio stdio(String... command) {
        return new Stdio(List.of(command), Map.of(), Optional.empty());
    }

    /**
     * Returns the transport to an address by Streamable HTTP.
     *
     * @param address e.g. {@code https://example.com/mcp}
     * @throws IllegalArgumentException unless it is {@code https}, or {@code http} on this machine
     */
    static Http http(String address) {
        return new Http(URI.create(address), Map.of(), Optional.empty(), NetworkSettings.ofDefaults());
    }

    /** Returns what a person sees of it, and what pins belong to: the command, or the address. */
    String display();

    /**
     * A process.
     *
     * @param command the program and its arguments
     * @param environment variables for it, in addition to those that it receives anyway; never printed
     * @param folder its working folder; that of this process if empty
     */
    record Stdio(List<String> command, Map<String, String> environment, Optional<Path> folder) implements McpTransport {
        public Stdio {
            command = List.copyOf(command);
            environment = Map.copyOf(environment);
            if (command.isEmpty() || command.get(0).isBlank()) {
                throw new IllegalArgumentException("a command names a program; got none");
            }
        }

        /** Returns a copy with one more variable for the process, for example a key. */
        public Stdio withEnvironment(String name, String value) {
            Map<String, String> more = new LinkedHashMap<>(environment);
            more.put(name, value);
            return new Stdio(command, more, folder);
        }

        /** Returns a copy with that working folder. */
        public Stdio withFolder(Path working) {
            return new Stdio(command, environment, Optional.of(working));
        }

        @Override
        public String display() {
            return String.join(" ", command);
        }

        @Override
        public String toString() {
            return "Stdio[" + command.get(0) + "]";
        }
    }

    /**
     * An address.
     *
     * @param address where the server is
     * @param headers further headers of each request, for example an API key
     * @param authorization how to get a token when the server wants one, by OAuth; none if empty
     * @param network proxies and trust
     */
    record Http(
            URI address, Map<String, Secret> headers, Optional<McpAuthorization> authorization, NetworkSettings network)
            implements McpTransport {
        public Http {
            headers = Map.copyOf(headers);
            HttpAddress.requireSecure(address);
        }

        /** Returns a copy with one more header. It is sent to this address alone, since redirects are not followed. */
        public Http withHeader(String name, Secret value) {
            Map<String, Secret> more = new LinkedHashMap<>(headers);
            more.put(name, value);
            return new Http(address, more, authorization, network);
        }

        /** Returns a copy that gets a token by OAuth 2.1 when the server wants one. */
        public Http withAuthorization(McpAuthorization oauth) {
            return new Http(address, headers, Optional.of(oauth), network);
        }

        /** Returns a copy with these proxies and this trust. */
        public Http withNetwork(NetworkSettings settings) {
            return new Http(address, headers, authorization, settings);
        }

        @Override
        public String display() {
            return address.toString();
        }

        @Override
        public String toString() {
            return "Http[" + address.getHost() + "]";
        }
    }
}
