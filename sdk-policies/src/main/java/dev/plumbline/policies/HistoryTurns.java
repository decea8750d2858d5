package dev.plumbline.policies;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.ToolDefinition;
import java.util.ArrayList;
import java.util.List;

/**
 * A history divided into turns: the interactions before the first question, and each question with all that followed. A
 * cut between turns never separates a tool call from its result. Immutable.
 *
 * @param front the facts, instructions and summaries before the first question
 * @param turns the turns, each beginning with its question
 */
record HistoryTurns(List<Interaction> front, List<List<Interaction>> turns) {
    /** The estimated average number of characters per token; precise enough for a limit with a margin. */
    private static final int CHARACTERS_A_TOKEN = 4;

    static HistoryTurns of(List<Interaction> interactions) {
        List<Interaction> front = new ArrayList<>();
        List<List<Interaction>> turns = new ArrayList<>();
        for (Interaction interaction : interactions) {
            if (interaction instanceof Interaction.User && !followsQuestion(turns)) {
                turns.add(new ArrayList<>());
            }
            (turns.isEmpty() ? front : turns.get(turns.size() - 1)).add(interaction);
        }
        return new HistoryTurns(front, turns);
    }

    /** Returns whether the last turn has only questions; consecutive user messages belong to one turn. */
    private static boolean followsQuestion(List<List<Interaction>> turns) {
        return !turns.isEmpty()
                && turns.get(turns.size() - 1).stream()
                        .allMatch(interaction -> interaction instanceof Interaction.User);
    }

    /**
     * Returns how many of the oldest turns must be removed so that the rest fits into that many tokens; never the last
     * one.
     */
    int excess(int tokens) {
        long left = tokens(front);
        for (List<Interaction> turn : turns) {
            left += tokens(turn);
        }
        int gone = 0;
        while (left > tokens && gone < turns.size() - 1) {
            left -= tokens(turns.get(gone++));
        }
        return gone;
    }

    /** Returns the front, the replacement of the removed turns, and the turns from that index on. */
    List<Interaction> from(int turn, List<Interaction> inTheirPlace) {
        List<Interaction> shorter = new ArrayList<>(front);
        shorter.addAll(inTheirPlace);
        turns.subList(turn, turns.size()).forEach(shorter::addAll);
        return shorter;
    }

    static long tokens(List<Interaction> interactions) {
        long characters = 0;
        for (Interaction interaction : interactions) {
            characters += characters(interaction);
        }
        return characters / CHARACTERS_A_TOKEN;
    }

    /** Returns the tokens of the definitions that are sent with a call. */
    static long tokensOfTools(List<ToolDefinition> tools) {
        long characters = 0;
        for (ToolDefinition tool : tools) {
            characters += tool.name().length()
                    + tool.description().length()
                    + tool.inputSchema().text().length();
        }
        return characters / CHARACTERS_A_TOKEN;
    }

    private static int characters(Interaction interaction) {
        if (interaction instanceof Interaction.ToolCall call) {
            return call.arguments().text().length();
        }
        if (interaction instanceof Interaction.ToolResult result) {
            return result.envelope().toJson().text().length();
        }
        return interaction instanceof Interaction.Context context
                ? context.values().values().stream()
                        .mapToInt(value -> value.text().length())
                        .sum()
                : interaction.text().length();
    }
}
