package dev.plumbline.cli;

import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.conversation.Entry;
import dev.plumbline.event.Cost;
import dev.plumbline.event.Usage;
import dev.plumbline.session.ConversationSession;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * A word that can be typed after a slash.
 *
 * @param word without the slash
 * @param argument what may follow, for display; empty when nothing may
 * @param does a short description
 * @param action gets what followed, perhaps nothing
 */
record ChatWord(String word, String argument, String does, BiConsumer<Chat, String> action) {
    private static List<ChatWord> all() {
        return List.of(
                new ChatWord("help", "", "what can be typed", (chat, none) -> help(chat)),
                new ChatWord("fork", "NAME", "go on beside: this branch stays as it is", ChatWord::fork),
                new ChatWord(
                        "branches",
                        "[NAME]",
                        "the branches of this conversation; with a name: go there",
                        ChatWord::branches),
                new ChatWord(
                        "undo",
                        "",
                        "take back the last question and its answer; what tools did stays done",
                        ChatWord::undo),
                new ChatWord("edit", "TEXT", "ask the last question again, with this text", ChatWord::edit),
                new ChatWord("continue", "", "answer a turn that was interrupted", ChatWord::goOn),
                new ChatWord("cost", "", "tokens and money of this conversation so far", ChatWord::cost),
                new ChatWord("why", "", "what each policy decided about the last call", ChatWord::why),
                new ChatWord("quit", "", "leave; the conversation is kept", (chat, none) -> chat.leave()));
    }

    /** The one a typed line begins with. */
    static Optional<ChatWord> of(String line) {
        String typed = line.split(" ", 2)[0].substring(1);
        return all().stream().filter(word -> word.word().equals(typed)).findFirst();
    }

    void obey(Chat chat, String given) {
        action.accept(chat, given);
    }

    private static void help(Chat chat) {
        for (ChatWord word : all()) {
            chat.say(String.format(Locale.ROOT, "/%-16s %s", word.word() + " " + word.argument(), word.does()));
        }
    }

    private static void fork(Chat chat, String name) {
        chat.goOn(chat.session().fork(required(name)));
    }

    private static void edit(Chat chat, String text) {
        Entry question = chat.question();
        String words = required(text);
        chat.turn(session -> session.editAsync(question, words));
    }

    private static void goOn(Chat chat, String none) {
        chat.turn(ConversationSession::runAsync);
    }

    private static void why(Chat chat, String none) {
        chat.say(chat.last().map(ret -> ret.trace().table().stripTrailing()).orElse("no call was made yet"));
    }

    private static String required(String argument) {
        if (argument.isEmpty()) {
            throw new IllegalArgumentException("something has to follow: /help says what");
        }
        return argument;
    }

    private static void branches(Chat chat, String name) {
        if (!name.isEmpty()) {
            chat.goOnAt(name);
            return;
        }
        ConversationTree tree = chat.session().tree();
        tree.heads()
                .keySet()
                .forEach(branch -> chat.say((branch.equals(chat.session().branch()) ? "* " : "  ") + branch + ", "
                        + tree.path(branch).size() + " entries"));
    }

    private static void undo(Chat chat, String none) {
        Entry question = chat.question();
        ConversationTree tree = chat.session().tree();
        chat.session().continueFrom(question.parent().flatMap(tree::find).orElseGet(tree::root));
        chat.say("taken back");
    }

    private static void cost(Chat chat, String none) {
        Usage usage = chat.session().usage();
        chat.say(String.format(
                Locale.ROOT,
                "%d tokens in, %d of them from the provider's cache; %d out; %s",
                usage.input(),
                usage.cachedInput(),
                usage.output(),
                chat.session().cost().map(Cost::toString).orElse("no price is known")));
    }
}
