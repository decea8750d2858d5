package dev.plumbline.cli;

/**
 * Reads the lines that the user types: a line is sent to the model, or is a {@link SlashCommand} if it begins with a
 * slash. Used by one thread.
 *
 * @param console the terminal
 * @param chat the conversation
 */
record ChatInput(CommandConsole console, TerminalChat chat) {

    /** Reads until the user quits or the input ends. */
    void run() {
        while (!chat.isOver()) {
            String branch = chat.session().branch();
            String prompt = branch.equals("main") ? "> " : branch + "> ";
            console.read(prompt).ifPresentOrElse(this::typed, chat::leave);
        }
    }

    private void typed(String typed) {
        String line = typed.strip();
        try {
            if (line.startsWith("/")) {
                SlashCommand.of(line)
                        .ifPresentOrElse(
                                command -> command.run(chat, argument(line)),
                                () -> console.line("unknown command; /help lists the commands"));
            } else if (!line.isEmpty()) {
                chat.turn(session -> session.sendAsync(line));
            }
        } catch (IllegalArgumentException | IllegalStateException e) {
            console.line(ErrorLine.of(e));
        }
    }

    private static String argument(String line) {
        int space = line.indexOf(' ');
        return space < 0 ? "" : line.substring(space).strip();
    }
}
