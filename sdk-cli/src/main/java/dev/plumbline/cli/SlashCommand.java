package dev.plumbline.cli;

import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
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
record SlashCommand(String word, String argument, String does, BiConsumer<TerminalChat, String> action) {
    private static List<SlashCommand> all() {
        return List.of(
                new SlashCommand("help", "", "what can be typed", (chat, none) -> help(chat)),
                new SlashCommand("fork", "NAME", "go on beside: this branch stays as it is", SlashCommand::fork),
                new SlashCommand(
                        "branches",
                        "[NAME]",
                        "the branches of this conversation; with a name: go there",
                        SlashCommand::branches),
                new SlashCommand(
                        "undo",
                        "",
                        "take back the last question and its answer; what tools did stays done",
                        SlashCommand::undo),
                new SlashCommand("edit", "TEXT", "ask the last question again, with this text", SlashCommand::edit),
                new SlashCommand("continue", "", "answer a turn that was interrupted", SlashCommand::goOn),
                new SlashCommand("cost", "", "tokens and money of this conversation so far", SlashCommand::cost),
                new SlashCommand("why", "", "what each policy decided about the last call", SlashCommand::why),
                new SlashCommand("quit", "", "leave; the conversation is kept", (chat, none) -> chat.leave()));
    }

    /** The one a typed line begins with. */
    static Optional<SlashCommand> of(String line) {
        String typed = line.split(" ", 2)[0].substring(1);
        return all().stream().filter(word -> word.word().equals(typed)).findFirst();
    }

    void obey(TerminalChat chat, String given) {
        action.accept(chat, given);
    }

    private static void help(TerminalChat chat) {
        for (SlashCommand word : all()) {
            chat.say(String.format(Locale.ROOT, "/%-16s %s", word.word() + " " + word.argument(), word.does()));
        }
    }

    private static void fork(TerminalChat chat, String name) {
        chat.goOn(chat.session().fork(required(name)));
    }

    private static void edit(TerminalChat chat, String text) {
        ConversationEntry question = chat.question();
        String words = required(text);
        chat.turn(session -> session.editAsync(question, words));
    }

    private static void goOn(TerminalChat chat, String none) {
        chat.turn(ConversationSession::runAsync);
    }

    private static void why(TerminalChat chat, String none) {
        chat.say(chat.last().map(ret -> ret.trace().table().stripTrailing()).orElse("no call was made yet"));
    }

    private static String required(String argument) {
        if (argument.isEmpty()) {
            throw new IllegalArgumentException("something has to follow: /help says what");
        }
        return argument;
    }

    private static void branches(TerminalChat chat, String name) {
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

    private static void undo(TerminalChat chat, String none) {
        ConversationEntry question = chat.question();
        ConversationTree tree = chat.session().tree();
        chat.session().continueFrom(question.parent().flatMap(tree::find).orElseGet(tree::root));
        chat.say("taken back");
    }

    private static void cost(TerminalChat chat, String none) {
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
