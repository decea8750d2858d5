package dev.plumbline.internal;

import dev.plumbline.json.Json;
import java.util.Map;

/** Writes text so that nothing in it is invisible: what a person approves is what the model reads. */
public final class VisibleText {
    private static final int VARIATIONS = 0xFE00;
    private static final int LAST_VARIATION = 0xFE0F;
    private static final int SUPPLEMENT = 0xE0000;
    private static final int LAST_SUPPLEMENT = 0xE0FFF;
    private static final int HANGUL_FILLER = 0x3164;

    private VisibleText() {}

    /** Returns the text with invisible characters, and those that change the direction, as {@code \\u{…}}. */
    public static String of(String text) {
        StringBuilder shown = new StringBuilder(text.length());
        text.codePoints().forEach(point -> {
            if (isVisible(point)) {
                shown.appendCodePoint(point);
            } else {
                shown.append("\\u{").append(Integer.toHexString(point)).append('}');
            }
        });
        return shown.toString();
    }

    /** Returns whether a text, or any name or text in a value, has such a character. */
    public static boolean isHidden(Json value) {
        return switch (value.kind()) {
            case STRING -> isHidden(value.asText());
            case ARRAY -> value.elements().stream().anyMatch(VisibleText::isHidden);
            case OBJECT -> value.fields().entrySet().stream().anyMatch(VisibleText::isHidden);
            default -> false;
        };
    }

    private static boolean isHidden(Map.Entry<String, Json> member) {
        return isHidden(member.getKey()) || isHidden(member.getValue());
    }

    private static boolean isHidden(String text) {
        return text.codePoints().anyMatch(point -> !isVisible(point));
    }

    private static boolean isVisible(int point) {
        if (point == '\n' || point == '\t' || point == '\r') {
            return true;
        }
        if ((point >= VARIATIONS && point < LAST_VARIATION)
                || (point >= SUPPLEMENT && point <= LAST_SUPPLEMENT)
                || point == HANGUL_FILLER) {
            return false; // the last variation selector is part of common emoji
        }
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
