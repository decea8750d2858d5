package dev.plumbline.mcpclient;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.schema.JsonSchemaService;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * How the tools of one server are used: who is asked about them, what is believed, and what the server may ask for.
 * Immutable.
 */
public final class McpToolOptions {
    final String name;
    final JsonSchemaService schemas;
    final String clientName;
    final String clientVersion;
    final Optional<Consumer<Question>> questions;
    final Optional<HostApplication> host;
    final McpStore store;
    final McpToolLimits limits;
    final boolean trustDefinitions;
    final boolean trustHints;
    final boolean forms;
    final Optional<Function<AiBody, AiReturn>> sampling;
    final List<Path> roots;
    final Consumer<String> log;
    final Runnable changed;

    private McpToolOptions(Builder builder) {
        this.name = builder.name;
        this.schemas = builder.schemas;
        this.clientName = builder.clientName;
        this.clientVersion = builder.clientVersion;
        this.questions = builder.questions;
        this.host = builder.host;
        this.store = builder.store;
        this.limits = builder.limits;
        this.trustDefinitions = builder.trustDefinitions;
        this.trustHints = builder.trustHints;
        this.forms = builder.forms;
        this.sampling = builder.sampling;
        this.roots = List.copyOf(builder.roots);
        this.log = builder.log;
        this.changed = builder.changed;
    }

    /**
     * Returns a builder.
     *
     * @param name the name of the server here, 1 to 24 letters, digits and hyphens; the names of its tools begin with it,
     *     and {@code @name} selects them
     * @param schemas checks the schemas of its tools, for example {@code runtime.schemas()}
     * @throws IllegalArgumentException for another name
     */
    public static Builder builder(String name, JsonSchemaService schemas) {
        return new Builder(name, schemas);
    }

    /** Builds options. Used by one thread. */
    public static final class Builder {
        private final String name;
        private final JsonSchemaService schemas;
        private String clientName = "plumbline";
        private String clientVersion = "0";
        private Optional<Consumer<Question>> questions = Optional.empty();
        private Optional<HostApplication> host = Optional.empty();
        private McpStore store = McpStore.inMemory();
        private McpToolLimits limits = McpToolLimits.ofDefaults();
        private boolean trustDefinitions;
        private boolean trustHints;
        private boolean forms;
        private Optional<Function<AiBody, AiReturn>> sampling = Optional.empty();
        private List<Path> roots = List.of();
        private Consumer<String> log = line -> {};
        private Runnable changed = () -> {};

        private Builder(String name, JsonSchemaService schemas) {
            if (!name.matches("[A-Za-z0-9][A-Za-z0-9-]{0,23}")) {
                throw new IllegalArgumentException("the name of a server has 1 to 24 letters, digits and hyphens; got "
                        + name.length() + " characters");
            }
            this.name = name;
            this.schemas = Objects.requireNonNull(schemas, "schemas");
        }

        /** Sets the name and version of this program, which the server sees. */
        public Builder client(String program, String version) {
            clientName = program;
            clientVersion = version;
            return this;
        }

        /**
         * Sets the handler that shows questions about the server: its new and changed tools, and what it asks for. On the
         * host's UI thread if there is one.
         */
        public Builder questionHandler(Consumer<Question> handler) {
            questions = Optional.of(handler);
            return this;
        }

        /** Sets the host application, on whose UI thread questions are shown. */
        public Builder host(HostApplication program) {
            host = Optional.of(program);
            return this;
        }

        /** Sets where approved definitions are kept; in memory by default, so a person is asked in each process. */
        public Builder store(McpStore keeper) {
            store = keeper;
            return this;
        }

        /** Sets the limits. */
        public Builder limits(McpToolLimits most) {
            limits = most;
            return this;
        }

        /** Uses all tools of this server without a question, also after they change. For servers of your own. */
        public Builder trustDefinitions() {
            trustDefinitions = true;
            return this;
        }

        /**
         * Believes what this server says about its tools: that one is read-only, idempotent, not destructive or not
         * open-world. Otherwise each of its tools counts as destructive, and only stricter hints count.
         */
        public Builder trustHints() {
            trustHints = true;
            return this;
        }

        /** Lets the server ask the person with a form (elicitation); off by default. */
        public Builder allowForms() {
            forms = true;
            return this;
        }

        /**
         * Lets the server ask a model (sampling); off by default. A person is asked about each request.
         *
         * @param model for example {@code runtime::send}, with the policies of that runtime
         */
        public Builder sampling(Function<AiBody, AiReturn> model) {
            sampling = Optional.of(model);
            return this;
        }

        /** Sets the folders that the server should work in (roots); none by default. */
        public Builder roots(List<Path> folders) {
            roots = folders;
            return this;
        }

        /**
         * Sets the receiver of lines for developers: what the server writes to its standard error and logs, and what was
         * left out and why. Lines are content of the server, at most 2,000 characters. On any thread.
         */
        public Builder log(Consumer<String> lines) {
            log = lines;
            return this;
        }

        /** Sets an action that runs when the usable tools have changed, on any thread. New sessions have them. */
        public Builder changeListener(Runnable action) {
            changed = action;
            return this;
        }

        /** Builds the options; never fails. */
        public McpToolOptions build() {
            return new McpToolOptions(this);
        }
    }
}
