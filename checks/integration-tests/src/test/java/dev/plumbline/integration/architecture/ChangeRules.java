package dev.plumbline.integration.architecture;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import java.util.stream.Stream;

/** A conversation changes in one place: a change derives the next state, and one class keeps it. */
final class ChangeRules {
    private static final Set<String> OF_TREES =
            Set.of("append", "branchAt", "moveHead", "revise", "summarize", "deleteSubtree");

    /** What derives a state: the kinds of changes, the tree itself, and the laws, which make trees for hooks and tools. */
    private static final Set<String> CHANGE_TREES = Set.of(
            ".session.state.ConversationChange", ".conversation.ConversationTree", ".testkit.internal.ToolContexts");

    /** What applies changes: the running conversation, its replay, and the computations of how a turn ends. */
    private static final Set<String> APPLY = Set.of(
            ".session.internal.Conversation",
            ".session.internal.ConversationReplay",
            ".session.internal.TurnRecorder",
            ".session.state.ConversationState",
            ".session.state.TurnEnd");

    private ChangeRules() {}

    /** Only changes of a conversation change its tree. */
    static ArchRule trees(String root) {
        return ArchConditions.classes(
                "leave the tree of a conversation to its changes",
                type -> isOneOf(root, CHANGE_TREES, type)
                        ? Stream.of()
                        : uses(type, root + ".conversation.ConversationTree", OF_TREES));
    }

    /** Only the conversation applies changes. */
    static ArchRule states(String root) {
        return ArchConditions.classes(
                "leave the state of a conversation to the conversation",
                type -> isOneOf(root, APPLY, type)
                        ? Stream.of()
                        : Stream.concat(
                                uses(type, root + ".session.state.ConversationState", Set.of("apply")),
                                uses(type, root + ".session.state.ConversationChange", Set.of("applyTo"))));
    }

    private static boolean isOneOf(String root, Set<String> names, JavaClass type) {
        String file = ArchConditions.topLevel(type);
        return file.startsWith(root) && names.contains(file.substring(root.length()));
    }

    private static Stream<String> uses(JavaClass type, String owner, Set<String> methods) {
        return Stream.concat(type.getMethodCallsFromSelf().stream(), type.getMethodReferencesFromSelf().stream())
                .map(JavaAccess::getTarget)
                .filter(target -> target.getOwner().getName().equals(owner) && methods.contains(target.getName()))
                .map(target -> "calls " + target.getName())
                .distinct();
    }
}
