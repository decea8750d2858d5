package dev.plumbline.mcpclient;

import dev.plumbline.provider.Secret;
import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How this program gets a token for a server, by OAuth 2.1: with the authorization code and PKCE, in the browser of the
 * desktop. Immutable.
 */
public final class McpAuthorization {
    final Consumer<URI> browser;
    final McpStore store;
    final Optional<String> issuer;
    final Optional<String> clientId;
    final Optional<Secret> clientSecret;
    final Optional<URI> metadata;
    final String clientName;
    final String successPage;

    private McpAuthorization(Builder builder) {
        browser = builder.browser;
        store = builder.store;
        issuer = builder.issuer;
        clientId = builder.clientId;
        clientSecret = builder.clientSecret;
        metadata = builder.metadata;
        clientName = builder.clientName;
        successPage = builder.successPage;
    }

    /**
     * Returns a builder.
     *
     * @param browser opens a page in the browser of the person, for example with {@code Desktop.browse}; returns at once.
     *     The address is https, or http on this machine
     */
    public static Builder builder(Consumer<URI> browser) {
        return new Builder(browser);
    }

    /** Builds the settings. Used by one thread. */
    public static final class Builder {
        private final Consumer<URI> browser;
        private McpStore store = McpStore.inMemory();
        private Optional<String> issuer = Optional.empty();
        private Optional<String> clientId = Optional.empty();
        private Optional<Secret> clientSecret = Optional.empty();
        private Optional<URI> metadata = Optional.empty();
        private String clientName = "Plumbline";
        private String successPage = "You can close this page and return to the program.";

        private Builder(Consumer<URI> browser) {
            this.browser = Objects.requireNonNull(browser, "browser");
        }

        /** Sets where tokens and registrations are kept; in memory by default. */
        public Builder store(McpStore keeper) {
            store = keeper;
            return this;
        }

        /** Sets the name of this program for registrations. */
        public Builder clientName(String program) {
            clientName = program;
            return this;
        }

        /**
         * Sets the id of a client that was registered by hand at an authorization server; it is used instead of a
         * registration. If the server names another authorization server, it gets no token, since that one would
         * receive the secret.
         *
         * @param issuer the authorization server, as its metadata spells it
         */
        public Builder clientId(String issuer, String id) {
            this.issuer = Optional.of(issuer);
            clientId = Optional.of(id);
            return this;
        }

        /** Sets the secret of a client that was registered by hand. */
        public Builder clientSecret(Secret secret) {
            clientSecret = Optional.of(secret);
            return this;
        }

        /** Sets the address of a client id metadata document, for servers that accept one instead of a registration. */
        public Builder clientMetadata(URI document) {
            metadata = Optional.of(document);
            return this;
        }

        /** Sets the sentence on the page that the browser shows at the end; plain text. */
        public Builder successPage(String sentence) {
            successPage = sentence;
            return this;
        }

        /** Builds the settings; never fails. */
        public McpAuthorization build() {
            return new McpAuthorization(this);
        }
    }
}
