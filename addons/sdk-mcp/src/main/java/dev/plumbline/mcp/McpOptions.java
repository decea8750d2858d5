package dev.plumbline.mcp;

import dev.plumbline.body.Selector;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.plugin.internal.SkillFiles;
import dev.plumbline.ui.HostApplication;
import dev.plumbline.ui.Question;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * The options of a server: who may connect, what it offers, and its limits. Immutable. Without {@link
 * Builder#questionHandler} and {@link Builder#allowClients} no client may connect.
 */
public final class McpOptions {
    final String name;
    final String version;
    final String instructions;
    final int port;
    final Optional<HostApplication> host;
    final Optional<Consumer<Question>> questions;
    final Selector allowedClients;
    final Duration clientQuestionTime;
    final Path folder;
    final McpLimits limits;
    final Selector tools;
    final boolean readOnly;
    final boolean redaction;
    final Selector approvalsAtClient;
    final Selector tasksOnly;
    final Optional<McpChanges> changes;
    final Duration changeTime;
    final Map<String, McpResource> resources;
    final Map<String, McpPrompt> prompts;
    final List<SkillFiles> skills;
    final Function<ToolDefinition, McpToolDisplay> display;

    private McpOptions(Builder builder) {
        name = builder.name;
        version = builder.version;
        instructions = builder.instructions;
        port = builder.port;
        host = builder.host;
        questions = builder.questions;
        allowedClients = builder.allowedClients;
        clientQuestionTime = builder.clientQuestionTime;
        folder = builder.folder;
        limits = builder.limits;
        tools = builder.tools;
        readOnly = builder.readOnly;
        redaction = builder.redaction;
        approvalsAtClient = builder.approvalsAtClient;
        tasksOnly = builder.tasksOnly;
        changes = builder.changes;
        changeTime = builder.changeTime;
        resources = Collections.unmodifiableMap(new LinkedHashMap<>(builder.resources));
        prompts = Collections.unmodifiableMap(new LinkedHashMap<>(builder.prompts));
        skills = List.copyOf(builder.skills);
        display = builder.display;
    }

    /**
     * Returns a builder of options for the server of a program.
     *
     * @param name the name of the program, as clients show it; also the name of the access file
     * @param version the version of the program
     * @throws IllegalArgumentException if the name has other characters than letters, digits, spaces, dots, {@code _}
     *     and {@code -}, or more than 64
     */
    public static Builder builder(String name, String version) {
        return new Builder(requireName(name), version);
    }

    /** Returns the name of a server, or throws with the rule that it breaks. */
    static String requireName(String name) {
        if (!name.matches("[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}")) {
            throw new IllegalArgumentException(
                    "the name of a server is 1 to 64 letters, digits, spaces, dots, _ and -, and begins with a letter"
                            + " or a digit");
        }
        return name;
    }

    /** Builds options; its methods can be called in any order. Used by one thread. */
    public static final class Builder {
        private final String name;
        private final String version;
        private final List<String> twice = new ArrayList<>();
        private String instructions = "";
        private int port;
        private Optional<HostApplication> host = Optional.empty();
        private Optional<Consumer<Question>> questions = Optional.empty();
        private Selector allowedClients = Selector.NONE;
        private Duration clientQuestionTime = Duration.ofMinutes(1);
        private Path folder = AccessFile.usualFolder();
        private McpLimits limits = McpLimits.ofDefaults();
        private Selector tools = Selector.ALL;
        private boolean readOnly;
        private boolean redaction = true;
        private Selector approvalsAtClient = Selector.NONE;
        private Selector tasksOnly = Selector.NONE;
        private Optional<McpChanges> changes = Optional.empty();
        private Duration changeTime = Duration.ofMinutes(5);
        private final Map<String, McpResource> resources = new LinkedHashMap<>();
        private final Map<String, McpPrompt> prompts = new LinkedHashMap<>();
        private final List<SkillFiles> skills = new ArrayList<>();
        private Function<ToolDefinition, McpToolDisplay> display = tool -> McpToolDisplay.ofName(tool.name());

        private Builder(String name, String version) {
            this.name = name;
            this.version = version;
        }

        /** Sets the text that the models of clients receive about the program; nothing by default. */
        public Builder instructions(String text) {
            instructions = text;
            return this;
        }

        /**
         * Sets a fixed port of the loopback address. By default a free one is chosen at each start, and clients find it
         * in the access file.
         */
        public Builder port(int number) {
            if (number < 0 || number > 65_535) {
                throw new IllegalArgumentException("a port is 0 to 65535; got " + number);
            }
            port = number;
            return this;
        }

        /** Sets the host application: questions, resources and changes are handled on its UI thread. */
        public Builder host(HostApplication program) {
            host = Optional.of(program);
            return this;
        }

        /**
         * Sets the handler that shows the question whether a client may connect, on the host's UI thread if there is
         * one. A client is asked about once, by its name; a refusal holds until the server is closed.
         */
        public Builder questionHandler(Consumer<Question> handler) {
            questions = Optional.of(handler);
            return this;
        }

        /**
         * Sets the names of clients that may connect without a question, as a {@link Selector}, e.g. {@code
         * "claude-code, Visual*"}. Nobody verifies a client's name: every program of this user that reads the access
         * file can use any name.
         */
        public Builder allowClients(String names) {
            allowedClients = Selector.of(names);
            return this;
        }

        /** Sets how long the person has to answer about a client; a minute by default. Afterwards the answer is no. */
        public Builder clientQuestionTime(Duration limit) {
            clientQuestionTime = positive(limit, "clientQuestionTime");
            return this;
        }

        /** Sets the folder of the access file; {@code .plumbline/mcp} in the user's home folder by default. */
        public Builder folder(Path path) {
            folder = path;
            return this;
        }

        /** Sets the limits. */
        public Builder limits(McpLimits most) {
            limits = most;
            return this;
        }

        /** Sets the tools that are offered, as a {@link Selector}; all by default. */
        public Builder tools(String selector) {
            tools = Selector.of(selector);
            return this;
        }

        /** Offers read-only tools alone until {@link McpServer#readOnly} says otherwise. */
        public Builder readOnly() {
            readOnly = true;
            return this;
        }

        /**
         * Sends clients the values themselves. By default, if the runtime has redaction, they receive what a model
         * receives: pseudonyms in the place of personal data and secrets.
         */
        public Builder withoutRedaction() {
            redaction = false;
            return this;
        }

        /**
         * Sets the tools about whose calls the person at the client is asked, too; none by default. The first answer
         * counts. A client can answer without a person, so use this for clients that you trust to ask.
         */
        public Builder approvalsAtClient(String selector) {
            approvalsAtClient = Selector.of(selector);
            return this;
        }

        /**
         * Sets the tools that only clients with tasks may call, because a call lasts longer than other clients wait; none
         * by default. A client with tasks receives one for any call that lasts.
         */
        public Builder tasksOnly(String selector) {
            tasksOnly = Selector.of(selector);
            return this;
        }

        /** Adds the tools {@code change_begin} and {@code change_end}, which make one undo step of several calls. */
        public Builder changes(McpChanges steps) {
            changes = Optional.of(steps);
            return this;
        }

        /** Sets how long a change may stay open; 5 minutes by default. Then it is ended as by the client. */
        public Builder changeTime(Duration limit) {
            changeTime = positive(limit, "changeTime");
            return this;
        }

        /** Adds a resource. */
        public Builder addResource(McpResource resource) {
            if (resources.put(resource.uri(), resource) != null) {
                twice.add("resource " + resource.uri());
            }
            return this;
        }

        /**
         * Adds a skill: a folder with {@code SKILL.md}, which clients list and read by the extension for skills (SEP-2640).
         * It is read now.
         *
         * @throws IllegalArgumentException names the folder and the rule that it breaks
         * @throws java.io.UncheckedIOException if a file cannot be read
         */
        public Builder addSkill(Path folder) {
            SkillFiles skill = SkillFiles.read(folder);
            skills.add(skill);
            SkillMethods.resources(skill).forEach(this::addResource);
            return this;
        }

        /** Adds a prompt. */
        public Builder addPrompt(McpPrompt prompt) {
            if (prompts.put(prompt.name(), prompt) != null) {
                twice.add("prompt " + prompt.name());
            }
            return this;
        }

        /** Sets the function that returns title and icons of a tool; its name in words by default. */
        public Builder toolDisplay(Function<ToolDefinition, McpToolDisplay> function) {
            display = function;
            return this;
        }

        private static Duration positive(Duration limit, String name) {
            if (limit.isNegative() || limit.isZero()) {
                throw new IllegalArgumentException(name + " must be positive; got " + limit);
            }
            return limit;
        }

        /**
         * Builds the options.
         *
         * @throws IllegalArgumentException if a resource or a prompt was added twice
         */
        public McpOptions build() {
            if (!twice.isEmpty()) {
                throw new IllegalArgumentException("added twice: " + String.join(", ", twice));
            }
            return new McpOptions(this);
        }
    }
}
