package dev.plumbline.plugin;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ToolPolicy;
import dev.plumbline.policy.internal.ContextSnapshot;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.tool.ToolContext;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Instructions and tools behind one switch. Its tools have its name as a tag, and its instructions are sent where its
 * tools are offered: a tool filter with {@code -#name} switches off both, for a body, a session or a turn.
 *
 * <p>A skill on demand is off until the model calls the tool {@code use_name}. Its tools are declared from the start, because
 * services bind answers to what was declared, and denied until then; its instructions are sent once, behind that call. It is
 * on for this branch and branches made from it. Immutable; changed by copies.
 *
 * @param name the tag of its tools
 * @param description its purpose, for the model that decides whether to switch it on
 * @param instructions the instructions sent to the model while it is on
 * @param tools the tools that the model may use while it is on
 * @param onDemand whether it is off until the model switches it on
 */
public record Skill(String name, String description, String instructions, List<AiTool> tools, boolean onDemand) {
    private static final Set<String> HINTS = Set.of("read-only", "destructive", "idempotent", "pure", "concurrent");
    private static final Json NO_ARGUMENTS = Json.of(Map.of("type", "object", "properties", Map.of()));

    public Skill {
        if (!name.matches("[a-z][a-z0-9_-]{0,39}") || HINTS.contains(name)) {
            throw new IllegalArgumentException("the name of a skill is 1 to 40 lower-case letters, digits, _ and -, a"
                    + " letter first, and not a hint of tools: " + new TreeSet<>(HINTS));
        }
        Objects.requireNonNull(description, "description");
        Objects.requireNonNull(instructions, "instructions");
        tools = tools.stream().map(tool -> tool.withTags(name)).toList();
    }

    /**
     * Returns a skill without instructions and tools.
     *
     * @throws IllegalArgumentException unless the name is 1 to 40 small letters, digits, {@code _} and {@code -},
     *     starts with a letter, and is not that of a hint such as {@code destructive}
     */
    public static Skill of(String name, String purpose) {
        return new Skill(name, purpose, "", List.of(), false);
    }

    /**
     * Returns a skill on demand of a folder with {@code SKILL.md} that the program itself brings: its description is sent
     * in front, its instructions when the model calls for them, and its files by the tool {@code read_name}. All of it is
     * read now; what changes in the folder later changes nothing.
     *
     * @throws IllegalArgumentException names the folder and the rule that it breaks
     * @throws java.io.UncheckedIOException if a file cannot be read
     */
    public static Skill fromFolder(Path folder) {
        return SkillFolder.skill(folder, Optional.empty());
    }

    /**
     * Returns a skill as {@link #fromFolder(Path)} of a folder that others wrote. Until a person has agreed to exactly
     * these files, nothing of them but the name reaches a model: its switch shows the person all of them first.
     *
     * @param approvals a folder in which the digests of what was agreed to are kept
     * @throws IllegalArgumentException names the folder and the rule that it breaks
     * @throws java.io.UncheckedIOException if a file cannot be read
     */
    public static Skill fromFolder(Path folder, Path approvals) {
        return SkillFolder.skill(folder, Optional.of(approvals));
    }

    /** Returns a copy that sends this text to the model while it is on. */
    public Skill withInstructions(String text) {
        return new Skill(name, description, text, tools, onDemand);
    }

    /**
     * Returns a copy with more tools: objects with {@code @Tool} methods, {@code AiTool}s, lists of {@code AiTool}s.
     *
     * @throws IllegalArgumentException names class, method and fault
     */
    public Skill withTools(Object... sources) {
        List<AiTool> more =
                Stream.concat(tools.stream(), AiTool.allOf(sources).stream()).toList();
        return new Skill(name, description, instructions, more, onDemand);
    }

    /** Returns a copy that is off until the model switches it on. */
    public Skill withOnDemand() {
        return new Skill(name, description, instructions, tools, true);
    }

    /**
     * Returns the key for whether a skill on demand is switched on; a hook may set it, too. Stored with the branch, and
     * in the journal.
     */
    public StateKey<Boolean> active() {
        return StateKey.of("plumbline.skill." + name, StateKey.Scope.BRANCH, false)
                .withPersistent();
    }

    /**
     * Adds its parts: its tools, a request policy that sends its instructions, and for a skill on demand a tool policy
     * that denies its tools until it is on.
     *
     * @throws IllegalStateException if it has no tools and is not on demand: then no filter could switch it
     */
    public void contribute(Contributions to) {
        if (tools.isEmpty() && !onDemand) {
            throw new IllegalStateException("skill " + name
                    + " has no tools that could switch it: make it withOnDemand(), or use a context source");
        }
        boolean hasKey = tools.stream().anyMatch(tool -> tool.name().equals(keyName()));
        to.addTools(
                onDemand && !hasKey
                        ? Stream.concat(tools.stream(), Stream.of(key())).toList()
                        : tools);
        to.addRequestPolicy("skill-" + name, this::addInstructions);
        if (onDemand) {
            to.addToolPolicy("skill-" + name, "#" + name + ", -" + keyName(), new SkillToolPolicy(this));
        }
    }

    private String keyName() {
        return "use_" + name;
    }

    /** Returns the tool that switches it on. */
    private AiTool key() {
        return key(description, (none, context) -> switchOn(context));
    }

    /** Returns a tool that may switch it on. */
    AiTool key(String purpose, AiTool.Handler<Json> handler) {
        return AiTool.of(keyName(), purpose, NO_ARGUMENTS, handler)
                .withTags(name)
                .withReadOnly()
                .withIdempotent()
                .withAffinity(ThreadAffinity.POOL);
    }

    /** Switches it on, and returns what the model reads of it. */
    Map<String, Object> switchOn(ToolContext context) {
        context.state().update(active(), before -> true);
        List<String> ready = tools.stream()
                .map(AiTool::name)
                .filter(tool -> !tool.equals(keyName()))
                .toList();
        // an agent of another program has no conversation here, to which they could be sent as a fact
        return instructions.isEmpty() || !context.conversation().isEmpty()
                ? Map.of("ready", ready)
                : Map.of("ready", ready, "instructions", instructions);
    }

    private AiCall addInstructions(AiCall call) {
        return onDemand ? addOnDemand(call) : isOffered(call) ? addInFront(call) : call;
    }

    private AiCall addInFront(AiCall call) {
        return instructions.isEmpty() ? call : call.withAdded(new Interaction.System(instructions));
    }

    /**
     * Sends the instructions as a fact, behind the call that switches the skill on: what was sent before stays as it was. Its
     * tools are declared from the start.
     */
    private AiCall addOnDemand(AiCall call) {
        boolean on = call.state().get(active());
        if (!on && isOutOfReach(call.tools())) {
            call.addRemark(name + " stays off: " + keyName() + " is filtered out");
        }
        String key = "skill." + name;
        ContextSnapshot fact = on && !instructions.isEmpty()
                ? new ContextSnapshot(Map.of(key, Json.of(instructions)), Set.of(), Map.of(), List.of())
                : new ContextSnapshot(Map.of(), Set.of(), Map.of(), List.of(key));
        return fact.unknownTo(call.effective()).map(call::withFacts).orElse(call);
    }

    private boolean isOutOfReach(List<ToolDefinition> offered) {
        return offered.stream().anyMatch(this::isMine) && offered.stream().noneMatch(this::isKey);
    }

    /**
     * Returns whether its instructions are sent: in a last round, which offers no tools, they are if they were sent
     * before.
     */
    private boolean isOffered(AiCall call) {
        StateKey<Boolean> seen = StateKey.of("plumbline.skill-offered." + name, StateKey.Scope.TURN, false);
        return call.state()
                .update(seen, before -> before || call.tools().stream().anyMatch(this::isMine));
    }

    private boolean isMine(ToolDefinition tool) {
        return tool.tags().contains(name);
    }

    private boolean isKey(ToolDefinition tool) {
        return tool.name().equals(keyName());
    }

    @Override
    public String toString() {
        return "Skill[" + name + ", " + tools.size() + " tools, " + instructions.length() + " characters]";
    }

    /** Denies the skill's tools until it is on. */
    private record SkillToolPolicy(Skill skill) implements ToolPolicy {

        @Override
        public Admission admit(ToolContext call) {
            return refusal(call).map(Admission::answered).orElse(Admission.granted(call));
        }

        @Override
        public ToolEnvelope around(ToolContext call, Next next) {
            return next.proceed(call);
        }

        /** Returns a priority before that of approvals. */
        @Override
        public int priority() {
            return 0;
        }

        private Optional<ToolEnvelope> refusal(ToolContext call) {
            return call.state().get(skill.active())
                    ? Optional.empty()
                    : Optional.of(ToolEnvelope.failed(
                            ToolEnvelope.Code.DENIED,
                            "This tool belongs to the skill " + skill.name() + ": call " + skill.keyName()
                                    + " first."));
        }
    }
}
