package dev.plumbline.json.internal;

import dev.plumbline.json.JsonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.util.JsonGeneratorDelegate;

/** A generator that formats doubles as {@link NumberNode} does, and refuses NaN and infinity. */
final class ExactJsonGenerator extends JsonGeneratorDelegate {

    ExactJsonGenerator(JsonGenerator generator) {
        super(generator, false);
    }

    @Override
    public JsonGenerator writeNumber(double value) {
        refuseInfinite(value);
        delegate.writeNumber(EcmaScriptDoubles.spelling(value));
        return this;
    }

    @Override
    public JsonGenerator writeNumber(float value) {
        refuseInfinite(value);
        delegate.writeNumber(EcmaScriptDoubles.spelling(value));
        return this;
    }

    @Override
    public JsonGenerator writeArray(double[] values, int offset, int length) {
        writeStartArray();
        for (int i = offset; i < offset + length; i++) {
            writeNumber(values[i]);
        }
        return writeEndArray();
    }

    private static void refuseInfinite(double value) {
        if (!Double.isFinite(value)) {
            throw new JsonException("", JavaToJson.NOT_FINITE);
        }
    }
}
