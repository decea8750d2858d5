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
 * A command of a conversation, typed after a slash.
 *
 * @param name the name without the slash
 * @param argument the name of the argument, for display; empty if there is none
 * @param description a short description
 * @param action runs the command with its argument, which may be empty
 */
record SlashCommand(String name, String argument, String description, BiConsumer<TerminalChat, String> action) {
    private static List<SlashCommand> all() {
        return List.of(
                new SlashCommand("help", "", "list the commands", (chat, none) -> help(chat)),
                new SlashCommand(
                        "fork", "NAME", "continue on a new branch; this branch does not change", SlashCommand::fork),
                new SlashCommand(
                        "branches",
                        "[NAME]",
                        "list the branches; with a name: switch to that branch",
                        SlashCommand::branches),
                new SlashCommand(
                        "undo",
                        "",
                        "remove the last question and its answer; effects of tools remain",
                        SlashCommand::undo),
                new SlashCommand("edit", "TEXT", "ask the last question again, with this text", SlashCommand::edit),
                new SlashCommand("continue", "", "continue an interrupted turn", SlashCommand::goOn),
                new SlashCommand("cost", "", "show tokens and cost of this conversation", SlashCommand::cost),
                new SlashCommand("why", "", "show the decision of each policy about the last call", SlashCommand::why),
                new SlashCommand("quit", "", "quit; the conversation is stored", (chat, none) -> chat.leave()));
    }

    /** Returns the command at the beginning of a line. */
    static Optional<SlashCommand> of(String line) {
        String typed = line.split(" ", 2)[0].substring(1);
        return all().stream().filter(command -> command.name().equals(typed)).findFirst();
    }

    void run(TerminalChat chat, String argument) {
        action.accept(chat, argument);
    }

    private static void help(TerminalChat chat) {
        for (SlashCommand command : all()) {
            chat.say(String.format(
                    Locale.ROOT, "/%-16s %s", command.name() + " " + command.argument(), command.description()));
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
        chat.say(chat.last().map(ret -> ret.trace().table().stripTrailing()).orElse("there is no call yet"));
    }

    private static String required(String argument) {
        if (argument.isEmpty()) {
            throw new IllegalArgumentException("the command needs an argument; /help lists it");
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
                "%d tokens in, %d of them from the provider's cache and %d written to it; %d out; %s",
                usage.input(),
                usage.cachedInput(),
                usage.cacheWrites(),
                usage.output(),
                chat.session().cost().map(Cost::toString).orElse("unknown cost")));
    }
}
