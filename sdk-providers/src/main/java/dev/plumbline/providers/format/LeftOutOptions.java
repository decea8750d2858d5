package dev.plumbline.providers.format;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.TypedKey;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import java.util.ArrayList;
import java.util.List;

/** The options of a call that cannot be sent as they were set: remarks in the trace, or one error before sending that names them all. */
public final class LeftOutOptions {
    private static final TypedKey<LeftOutOptions> REFUSED =
            TypedKey.of("plumbline.refused-options", LeftOutOptions.class);

    private final List<String> reasons = new ArrayList<>();

    private LeftOutOptions() {}

    /**
     * Notes that an option is not sent.
     *
     * @param why the sentence for the trace or the error, which names the option
     */
    public static void add(AiCall call, String why) {
        call.attribute(REFUSED).ifPresentOrElse(refused -> refused.reasons.add(why), () -> call.addRemark(why));
    }

    /**
     * Notes that the options for sampling are not sent, by the names of those that are set.
     *
     * @param why the rest of the sentence, e.g. "not taken by this model"
     */
    public static void addSampling(AiCall call, String why) {
        List<String> names = new ArrayList<>();
        call.options().temperature().ifPresent(value -> names.add("temperature"));
        call.options().topP().ifPresent(value -> names.add("topP"));
        if (!names.isEmpty()) {
            add(call, String.join(" and ", names) + (names.size() == 1 ? " is" : " are") + " not sent: " + why);
        }
    }

    /** Returns the temperature that is sent to a service that takes 1 at most, and notes if another one was set. */
    public static double atMostOne(AiCall call, double temperature) {
        if (temperature > 1) {
            add(call, "temperature " + temperature + " is sent as 1: the service takes no higher one");
        }
        return Math.min(1, temperature);
    }

    /** Returns an encoder that throws CAPABILITY {@code option-unsupported} where that encoder leaves options out. */
    public static RequestEncoder failing(RequestEncoder encoder) {
        return (call, streamed) -> {
            LeftOutOptions refused = new LeftOutOptions();
            byte[] body = encoder.encode(call.withAttribute(REFUSED, refused), streamed);
            if (!refused.reasons.isEmpty()) {
                throw new AiException(AiError.of(
                        AiError.Category.CAPABILITY,
                        "option-unsupported",
                        String.join("; ", refused.reasons)
                                + ". Remove what is not taken, or set failOnUnsupportedOptions(false)"));
            }
            return body;
        };
    }
}
