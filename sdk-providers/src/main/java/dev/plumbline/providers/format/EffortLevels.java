package dev.plumbline.providers.format;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.ModelOptions;
import java.util.List;
import java.util.Optional;

/**
 * The efforts of reasoning that a model takes, by the words of its service, the lowest first. Services refuse a request
 * with any other word, so the nearest one that is not higher is sent, and a remark says so. Immutable.
 *
 * @param words some of {@code none}, {@code default} (on, without a level), {@code minimal}, {@code low}, {@code medium}, {@code high}, {@code xhigh} and {@code
 *     max}; empty if the model takes no effort
 */
public record EffortLevels(List<String> words) {
    private static final String OFF = "none";
    private static final List<String> ALL = List.of(OFF, "default", "minimal", "low", "medium", "high", "xhigh", "max");

    /** No effort is taken. */
    public static final EffortLevels NOT_TAKEN = new EffortLevels(List.of());

    /** Those of a model that nobody knows: newer words may be refused. */
    public static final EffortLevels CAUTIOUS = of("none low medium high");

    /** Returns the levels of that line of words. */
    public static EffortLevels of(String line) {
        return new EffortLevels(List.of(line.split(" ")));
    }

    /** Returns whether reasoning cannot be switched off. */
    public boolean cannotBeOff() {
        return !words.isEmpty() && !words.contains(OFF);
    }

    /**
     * Returns the word that is sent for an effort; empty if none is taken.
     *
     * @param call receives the remark if it is the word of another effort
     */
    public Optional<String> word(ModelOptions.Reasoning wanted, AiCall call) {
        Optional<String> sent = nearest(wanted);
        if (sent.isPresent() && !sent.get().equals(own(wanted))) {
            LeftOutOptions.add(
                    call,
                    wanted == ModelOptions.Reasoning.NONE
                            ? "reasoning is not switched off: this model cannot; its lowest effort is sent"
                            : "reasoning " + wanted + " is sent as " + sent.get() + ": this model takes "
                                    + String.join(", ", words));
        }
        return sent;
    }

    /** What is on is never sent as off. */
    private Optional<String> nearest(ModelOptions.Reasoning wanted) {
        List<String> possible = wanted == ModelOptions.Reasoning.NONE
                ? words
                : words.stream().filter(word -> !word.equals(OFF)).toList();
        return possible.stream()
                .filter(word -> ALL.indexOf(word) <= ALL.indexOf(own(wanted)))
                .reduce((lower, higher) -> higher)
                .or(() -> possible.stream().findFirst());
    }

    private static String own(ModelOptions.Reasoning effort) {
        return switch (effort) {
            case NONE -> OFF;
            case LOW -> "low";
            case MEDIUM -> "medium";
            case HIGH -> "high";
            case EXTRA_HIGH -> "xhigh";
            case MAX -> "max";
        };
    }
}
