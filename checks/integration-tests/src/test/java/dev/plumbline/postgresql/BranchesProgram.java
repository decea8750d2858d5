package dev.plumbline.postgresql;

import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Another program that goes on with a conversation in a database: says what it reads, deletes, names, and says it again. */
final class BranchesProgram {
    private BranchesProgram() {}

    /** Arguments: address of the database, id of the conversation. */
    public static void main(String[] arguments) {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(ScriptedProvider.create().says("From there."))
                .journal(PostgresSessionStore.at(arguments[0]), FailureMode.FAIL)
                .build()) {
            ConversationSession session = ai.resume(arguments[1]);
            System.out.println(shape(session));
            ConversationEntry unused = session.tree().children(session.tree().root()).stream()
                    .filter(entry -> !session.path().contains(entry))
                    .findFirst()
                    .orElseThrow();
            session.deleteSubtree(unused);
            session.nameBranch("theirs", session.head());
            session.send("And you?");
            System.out.println(shape(session));
        }
    }

    /** Returns the texts of the tree, each with those below it, then the names of branches and the text that each ends with. */
    static String shape(ConversationSession session) {
        ConversationTree tree = session.tree();
        Map<String, String> heads = tree.heads().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, head -> text(head.getValue()), (one, other) -> one, TreeMap::new));
        return below(tree, tree.root()) + " " + heads + " "
                + session.compare("main", "named").isEqual();
    }

    private static String below(ConversationTree tree, ConversationEntry at) {
        return text(at)
                + tree.children(at).stream()
                        .map(child -> below(tree, child))
                        .collect(Collectors.joining(",", "(", ")"));
    }

    private static String text(ConversationEntry entry) {
        return entry.interactions().stream().map(each -> each.text()).collect(Collectors.joining("+"));
    }
}
