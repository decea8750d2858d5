package dev.plumbline.cli;

/**
 * What is typed in a conversation: it is said to the model, or is a {@link SlashCommand} when it begins with a slash. Used by one
 * thread.
 *
 * @param console where it is typed
 * @param chat the conversation
 */
record ChatInput(CommandConsole console, TerminalChat chat) {

    /** Goes on until it is left, or nothing more can be typed. */
    void run() {
        while (!chat.isOver()) {
            String branch = chat.session().branch();
            String prompt = branch.equals("main") ? "> " : branch + "> ";
            console.read(prompt).ifPresentOrElse(this::typed, chat::leave);
        }
    }

    private void typed(String line) {
        String words = line.strip();
        try {
            if (words.startsWith("/")) {
                SlashCommand.of(words)
                        .ifPresentOrElse(
                                word -> word.obey(chat, argument(words)),
                                () -> console.line("there is no such command; /help lists them"));
            } else if (!words.isEmpty()) {
                chat.turn(session -> session.sendAsync(words));
            }
        } catch (IllegalArgumentException | IllegalStateException e) {
            console.line(ErrorLine.of(e));
        }
    }

    private static String argument(String words) {
        int space = words.indexOf(' ');
        return space < 0 ? "" : words.substring(space).strip();
    }
}
