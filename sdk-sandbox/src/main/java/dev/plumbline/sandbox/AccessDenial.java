package dev.plumbline.sandbox;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.TelemetryLabel;
import dev.plumbline.tool.PathParser;
import dev.plumbline.tool.ToolException;
import java.util.Locale;

/**
 * Why something is refused.
 *
 * @param rule its name in events and hints
 * @param text for the model, without what was asked
 * @param wayOut for the host: what to write to allow it
 * @param firm whether it holds also while rules are only being tried out
 */
record AccessDenial(TelemetryLabel rule, String text, String wayOut, boolean firm) {

    static AccessDenial of(String rule, String text, String wayOut) {
        return new AccessDenial(new TelemetryLabel(rule), text, wayOut, false);
    }

    static AccessDenial firm(String rule, String text) {
        return new AccessDenial(new TelemetryLabel(rule), text, "no rule allows it", true);
    }

    static AccessDenial of(PathParser.Fault fault) {
        String name = fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return of("path." + name, "This path " + fault.text() + ".", "such paths are never allowed; change the tool");
    }

    ToolException toException() {
        return new ToolException(ToolEnvelope.Code.EGRESS_DENIED, text);
    }
}
