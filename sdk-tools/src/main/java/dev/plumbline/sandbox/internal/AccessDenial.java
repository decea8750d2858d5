package dev.plumbline.sandbox.internal;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.tool.ToolException;
import dev.plumbline.tool.internal.PathParser;
import java.util.Locale;

/**
 * The reason of a denied access.
 *
 * @param rule its name in events and hints
 * @param text the message for the model, without the requested path or address
 * @param wayOut the remedy for the host: how to allow the access
 * @param firm whether it also applies in dry-run mode
 */
record AccessDenial(TelemetryName rule, String text, String wayOut, boolean firm) {

    static AccessDenial of(String rule, String text, String wayOut) {
        return new AccessDenial(new TelemetryName(rule), text, wayOut, false);
    }

    static AccessDenial firm(String rule, String text) {
        return new AccessDenial(new TelemetryName(rule), text, "no rule allows it", true);
    }

    static AccessDenial of(PathParser.Fault fault) {
        String name = fault.name().toLowerCase(Locale.ROOT).replace('_', '-');
        return of("path." + name, "This path " + fault.text() + ".", "such paths are never allowed; change the tool");
    }

    ToolException toException() {
        return new ToolException(ToolEnvelope.Code.EGRESS_DENIED, text);
    }
}
