package dev.plumbline.json.internal;

import dev.plumbline.json.JsonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.util.JsonParserDelegate;

/**
 * A parser that never rounds: it accepts whole numbers in any spelling, refuses fractions for them, and requires finite
 * doubles. It throws {@link JsonException} without a place, which data binding adds.
 */
final class ExactJsonParser extends JsonParserDelegate {

    ExactJsonParser(JsonParser parser) {
        super(parser);
    }

    @Override
    public byte getByteValue() {
        return (byte) whole(Byte.MIN_VALUE, Byte.MAX_VALUE);
    }

    @Override
    public short getShortValue() {
        return (short) whole(Short.MIN_VALUE, Short.MAX_VALUE);
    }

    @Override
    public int getIntValue() {
        return (int) whole(Integer.MIN_VALUE, Integer.MAX_VALUE);
    }

    @Override
    public long getLongValue() {
        return whole(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    @Override
    public int getValueAsInt() {
        return getIntValue();
    }

    @Override
    public int getValueAsInt(int otherwise) {
        return getIntValue();
    }

    @Override
    public long getValueAsLong() {
        return getLongValue();
    }

    @Override
    public long getValueAsLong(long otherwise) {
        return getLongValue();
    }

    @Override
    public float getFloatValue() {
        return (float) finite(Float.parseFloat(getString()));
    }

    @Override
    public double getDoubleValue() {
        return finite(Double.parseDouble(getString()));
    }

    private long whole(long least, long most) {
        if (currentToken() == JsonToken.VALUE_NUMBER_INT || currentToken() == JsonToken.VALUE_NUMBER_FLOAT) {
            long value = Decimal.of(getString()).toLong().orElseThrow(() -> notWhole(least, most));
            if (value >= least && value <= most) {
                return value;
            }
        }
        throw notWhole(least, most);
    }

    private static JsonException notWhole(long least, long most) {
        return new JsonException("", "expected a whole number from " + least + " to " + most);
    }

    private static double finite(double value) {
        if (Double.isInfinite(value)) {
            throw new JsonException("", "the number is beyond the range of its type");
        }
        return value;
    }
}
