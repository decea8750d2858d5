package dev.plumbline.comparison.harness;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A session of a CAD assistant, the same for every library: 40 tools and long instructions, 15 questions that the model answers in
 * two rounds each, facts of which some change between two questions, one picture, and one summary. The model calls one tool for
 * each question.
 */
public final class CadSession {
    /** The names of the tools; each edits an element, by a number. */
    public static final List<CadTool> TOOLS = tools();

    /** The instructions. */
    public static final String INSTRUCTIONS = instructions();

    /** The request for the summary. */
    public static final String SUM_UP = "Sum up the conversation so far in at most 200 words, for your own later use.";

    /** The number of questions before the summary. */
    public static final int BEFORE_SUMMARY = 9;

    private static final int QUESTIONS = 15;
    private static final int WITH_PICTURE = 4;

    /** A picture: a PNG of one pixel; the service counts a picture whatever its size. */
    private static final String PICTURE =
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==";

    private CadSession() {}

    /** Returns the questions, in order. */
    public static List<Question> questions() {
        List<Question> questions = new ArrayList<>();
        for (int i = 0; i < QUESTIONS; i++) {
            questions.add(new Question(
                    "Question " + i
                            + ": please look at what I have selected, compare it with the other elements of this storey, and"
                            + " change it so that it fits the grid and the neighbours; then say in a few sentences what you did and why.",
                    selection(i),
                    "{\"units\":\"mm\",\"grid\":300,\"storey\":\"ground floor\",\"layer\":\"" + (i / 5) + "\"}",
                    i == WITH_PICTURE ? Optional.of(PICTURE) : Optional.empty()));
        }
        return questions;
    }

    private static String selection(int i) {
        return "{\"selected\":[\"wall-" + (100 + i) + "\",\"door-" + (200 + 3 * i) + "\"],\"bounds\":[" + 300 * i + ","
                + 600 * i + "," + (300 * i + 4_200) + "," + (600 * i + 2_700) + "],\"view\":\"plan\"}";
    }

    private static List<CadTool> tools() {
        List<CadTool> tools = new ArrayList<>();
        for (String verb : List.of("draw", "move", "copy", "measure")) {
            for (String noun :
                    List.of("wall", "door", "window", "stair", "column", "beam", "slab", "roof", "room", "dimension")) {
                tools.add(new CadTool(
                        verb + "_" + noun,
                        verb.substring(0, 1).toUpperCase(Locale.ROOT) + verb.substring(1) + "s a " + noun
                                + " of the drawing. The element is named by its id, as the list of selected elements has it; the length is in"
                                + " millimetres and is rounded to the grid of the drawing. Nothing else of the drawing changes. Fails if the"
                                + " element is locked or on a layer that is hidden."));
            }
        }
        return List.copyOf(tools);
    }

    private static String instructions() {
        StringBuilder text = new StringBuilder("You are the assistant of a drawing program for buildings.\n");
        for (int i = 1; i <= 95; i++) {
            text.append("Rule ")
                    .append(i)
                    .append(": elements of kind ")
                    .append(i % 10)
                    .append(" are placed on the grid, keep ")
                    .append(50 * (i % 7 + 1))
                    .append(" mm to their neighbours, have a fire rating of class ")
                    .append(i % 4)
                    .append(
                            ", and are changed by a tool only after the user has named them or selected them; ask if it is unclear which is meant.\n");
        }
        return text.toString();
    }

    /** Returns what a tool returns. */
    public static String result(String tool, String element, int millimetres) {
        return "{\"tool\":\"" + tool + "\",\"element\":\"" + element + "\",\"millimetres\":" + millimetres
                + ",\"neighbours\":[\"wall-17\",\"wall-18\",\"column-4\"],\"warnings\":[]}";
    }

    /**
     * A tool; its arguments are {@code element}, a string, and {@code millimetres}, an integer.
     *
     * @param name its name
     * @param description its description
     */
    public record CadTool(String name, String description) {
        /** The description of the argument {@code element}. */
        public static final String ELEMENT = "the id of the element";

        /** The description of the argument {@code millimetres}. */
        public static final String MILLIMETRES = "the length in millimetres";
    }

    /**
     * A question of the user.
     *
     * @param words what the user asks
     * @param selection a fact as JSON that differs between two questions
     * @param drawing a fact as JSON that differs rarely
     * @param picture a PNG in Base64, if the user shows one
     */
    public record Question(String words, String selection, String drawing, Optional<String> picture) {

        /** Returns the question behind its facts, as a program sends it whose library has no facts of its own. */
        public String withFacts() {
            return "selection: " + selection + "\ndrawing: " + drawing + "\n\n" + words;
        }

        /** Returns the bytes of the picture, if there is one. */
        public Optional<byte[]> pictureBytes() {
            return picture.map(Base64.getDecoder()::decode);
        }
    }
}
