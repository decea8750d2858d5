package dev.plumbline.testkit.internal;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.json.Json;
import net.jqwik.api.SampleReportingFormat;

/**
 * The form in which jqwik prints the sample of a failed property: with its content, because samples are generated, while
 * {@code toString} shows kind and length only. Characters that XML does not have are escaped, also in texts. jqwik finds it on the class path. Immutable.
 */
public final class ContentReportingFormat implements SampleReportingFormat {

    /** Called by jqwik. */
    public ContentReportingFormat() {}

    @Override
    public boolean appliesTo(Object value) {
        return value instanceof AiDelta
                || value instanceof AiReturn
                || value instanceof AiBody
                || value instanceof Interaction
                || value instanceof ToolEnvelope
                || value instanceof Json
                || (value instanceof String text
                        && !LawAssertion.printable(text).equals(text));
    }

    @Override
    public Object report(Object value) {
        return SampleReportingFormat.plainLabel(LawAssertion.printable(text(value)));
    }

    private static String text(Object value) {
        if (value instanceof AiDelta delta) {
            return LawAssertion.show(delta);
        }
        if (value instanceof String text) {
            return Json.of(text).text();
        }
        if (value instanceof AiReturn ret) {
            return LawAssertion.show(ret);
        }
        return json(value).text();
    }

    private static Json json(Object value) {
        if (value instanceof AiBody body) {
            return body.toJson();
        }
        if (value instanceof Interaction interaction) {
            return interaction.toJson();
        }
        return value instanceof ToolEnvelope envelope ? envelope.toJson() : (Json) value;
    }
}
