package dev.plumbline.json;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** A JSON tree that knows its own texts: an independent opinion on what {@link Json} should write. */
public sealed interface ReferenceJsonTree {

    /** Compact, in given order and spelling. */
    String text();

    /** Canonical, by a slow and simple way. */
    String canonical();

    /** The same value said differently: shuffled members, other number spellings, white space, escapes. */
    String disguised(Random random);

    record Lit(String text) implements ReferenceJsonTree {

        @Override
        public String canonical() {
            return text;
        }

        @Override
        public String disguised(Random random) {
            return space(random) + text + space(random);
        }
    }

    record Num(String text) implements ReferenceJsonTree {

        @Override
        public String canonical() {
            BigDecimal value = new BigDecimal(text).stripTrailingZeros();
            if (value.signum() == 0) {
                return "0";
            }
            String digits = value.unscaledValue().abs().toString();
            int point = digits.length() - value.scale();
            String plain = value.abs().toPlainString();
            String rest = digits.length() == 1 ? "" : "." + digits.substring(1);
            String scientific = digits.charAt(0) + rest + (point > 0 ? "e+" : "e") + (point - 1);
            return (value.signum() < 0 ? "-" : "") + (point > -6 && point <= 21 ? plain : scientific);
        }

        @Override
        public String disguised(Random random) {
            BigDecimal value = new BigDecimal(text);
            return space(random)
                    + switch (random.nextInt(5)) {
                        case 0 -> value.toString();
                        case 1 -> value.toPlainString();
                        case 2 -> value.unscaledValue() + "E" + -value.scale();
                        case 3 -> value.unscaledValue() + ".000e" + -value.scale();
                        default -> value.unscaledValue().multiply(BigInteger.TEN) + "e" + (-value.scale() - 1);
                    };
        }
    }

    record Str(String value) implements ReferenceJsonTree {

        @Override
        public String text() {
            return "\"" + value.codePoints().mapToObj(Str::escaped).collect(Collectors.joining()) + "\"";
        }

        private static String escaped(int c) {
            return switch (c) {
                case '"' -> "\\\"";
                case '\\' -> "\\\\";
                case '\b' -> "\\b";
                case '\f' -> "\\f";
                case '\n' -> "\\n";
                case '\r' -> "\\r";
                case '\t' -> "\\t";
                default -> c < 0x20 ? String.format("\\u%04x", c) : Character.toString(c);
            };
        }

        @Override
        public String canonical() {
            return text();
        }

        @Override
        public String disguised(Random random) {
            StringBuilder text = new StringBuilder("\"");
            for (char c : value.toCharArray()) {
                text.append(random.nextInt(4) == 0 || escaped(c).length() > 1 ? String.format("\\u%04X", (int) c) : c);
            }
            return wellPaired(text.append('"').toString());
        }

        /** Escaping one half of a pair and not the other would leave a lone half in the text. */
        private String wellPaired(String text) {
            return text.chars().anyMatch(c -> Character.isSurrogate((char) c)) ? text() : text;
        }
    }

    record Arr(List<ReferenceJsonTree> elements) implements ReferenceJsonTree {

        @Override
        public String text() {
            return elements.stream().map(ReferenceJsonTree::text).collect(Collectors.joining(",", "[", "]"));
        }

        @Override
        public String canonical() {
            return elements.stream().map(ReferenceJsonTree::canonical).collect(Collectors.joining(",", "[", "]"));
        }

        @Override
        public String disguised(Random random) {
            return elements.stream()
                    .map(element -> element.disguised(random))
                    .collect(Collectors.joining(space(random) + ",", space(random) + "[", space(random) + "]"));
        }
    }

    record Obj(Map<String, ReferenceJsonTree> members) implements ReferenceJsonTree {

        @Override
        public String text() {
            return members.entrySet().stream()
                    .map(member -> new Str(member.getKey()).text() + ":"
                            + member.getValue().text())
                    .collect(Collectors.joining(",", "{", "}"));
        }

        @Override
        public String canonical() {
            return new TreeMap<>(members)
                    .entrySet().stream()
                            .map(member -> new Str(member.getKey()).text() + ":"
                                    + member.getValue().canonical())
                            .collect(Collectors.joining(",", "{", "}"));
        }

        @Override
        public String disguised(Random random) {
            List<String> shuffled = new ArrayList<>();
            members.forEach((name, value) -> shuffled.add(
                    space(random) + new Str(name).disguised(random) + space(random) + ":" + value.disguised(random)));
            Collections.shuffle(shuffled, random);
            return shuffled.stream().collect(Collectors.joining(space(random) + ",", "{", space(random) + "}"));
        }
    }

    private static String space(Random random) {
        return " \n\r\t".substring(random.nextInt(4)).repeat(random.nextInt(2));
    }
}
