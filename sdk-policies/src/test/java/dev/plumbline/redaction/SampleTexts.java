package dev.plumbline.redaction;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Made-up texts, each with one value of a kind in a language, and texts with none that look like it. */
final class SampleTexts {
    private static final List<String> SPACES = List.of("\u00a0", "\u202f", "\u2009");

    private static final List<String> DASHES = List.of("\u2011", "\u2013", "\u2010");
    private static final String NIF = "TRWAGMYFPDXBNJZSQVHLCKE";
    private static final String WORDS = "abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";

    private final Random random;
    private final SampleFrames frames;
    private final SensitiveSamples values;
    private final PhoneSamples phones;
    private final IdSamples ids;
    private final KeySamples keys;
    private final NearMisses misses;

    /** Creates texts of a seed, with the sentences of one half. */
    SampleTexts(long seed, int half) {
        random = new Random(seed);
        frames = new SampleFrames(half);
        values = new SensitiveSamples(random.nextLong());
        phones = new PhoneSamples(random);
        ids = new IdSamples(random.nextLong());
        keys = new KeySamples(random.nextLong());
        misses = new NearMisses(random);
    }

    /** A kind of values in a language. */
    record Cell(String kind, String language, List<LabelledText> texts) {}

    /** Returns that many texts with a value, for each kind and each language. */
    List<Cell> valuesByLanguage(int each) {
        List<Cell> cells = new ArrayList<>();
        for (String language : frames.languages()) {
            for (String kind : List.of("MAIL", "PHONE", "CARD", "IBAN", "IP")) {
                cells.add(cell(kind, kind, language, each));
            }
            cells.add(passwords(language, each));
        }
        for (String id : frames.ids()) {
            int space = id.indexOf(' ');
            cells.add(cell("NATIONAL_ID", id.substring(space + 1), id.substring(0, space), each));
        }
        return cells;
    }

    private Cell cell(String kind, String named, String language, int each) {
        List<LabelledText> texts = new ArrayList<>();
        for (int i = 0; i < each; i++) {
            String value = styled(kind, value(named, language));
            texts.add(labelled(kind, pick(frames.frames(language)), pick(frames.words(language, named)), value));
        }
        String where = named.startsWith("ID-") ? named.substring(3) + " " + language : language;
        return new Cell(kind, where, texts);
    }

    private Cell passwords(String language, int each) {
        List<LabelledText> texts = new ArrayList<>();
        for (int i = 0; i < each; i++) {
            texts.add(labelled("KEY", pick(frames.assigned()), pick(frames.words(language, "PASSWORD")), password()));
        }
        return new Cell("KEY", language, texts);
    }

    /** Returns that many texts with a key of each issuer, without a word for it. */
    List<Cell> keys(int each) {
        List<Cell> cells = new ArrayList<>();
        KeySamples.shapes().forEach((issuer, shape) -> {
            List<LabelledText> texts = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                texts.add(labelled("KEY", pick(frames.frames(pick(frames.languages()))), "", keys.next(shape)));
            }
            cells.add(new Cell("KEY", issuer, texts));
        });
        return cells;
    }

    /** Returns that many texts for each kind, in which nothing is to be found. */
    List<Cell> nearMisses(int each) {
        List<Cell> cells = new ArrayList<>();
        for (String kind : NearMisses.KINDS) {
            List<LabelledText> texts = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                texts.add(new LabelledText(i, misses.next(kind), List.of()));
            }
            cells.add(new Cell(kind, "near miss", texts));
        }
        return cells;
    }

    private static LabelledText labelled(String kind, String frame, String word, String value) {
        String text = frame.replace("{noun}", word);
        int at = text.indexOf("{}");
        return new LabelledText(0, text.replace("{}", value), List.of(new Match(kind, at, at + value.length())));
    }

    private String value(String kind, String language) {
        return switch (kind) {
            case "PHONE" -> phones.next(language);
            case "ID-US" -> values.next("NATIONAL_ID");
            case "ID-GB" -> british();
            case "ID-FR" -> french();
            case "ID-ES" -> spanish();
            default ->
                kind.startsWith("ID-") ? ids.countries().get(kind.substring(3)).apply(ids) : values.next(kind);
        };
    }

    /** Numbers are written in many ways: one in five has other blanks, dashes, digits, or an invisible character. */
    private String styled(String kind, String value) {
        if (kind.equals("MAIL")) {
            return value;
        }
        return switch (random.nextInt(20)) {
            case 0 -> value.replace(" ", pick(SPACES));
            case 1 -> value.replace("-", pick(DASHES));
            case 2 -> value.substring(0, 4) + "\u200b" + value.substring(4);
            case 3 -> {
                StringBuilder wide = new StringBuilder();
                value.chars().forEach(c -> wide.append(AsciiChars.digit(c) ? (char) (c - '0' + 0xff10) : (char) c));
                yield wide.toString();
            }
            default -> value;
        };
    }

    private String password() {
        StringBuilder password = new StringBuilder();
        int length = 8 + random.nextInt(12);
        boolean digits = random.nextBoolean();
        for (int i = 0; i < length; i++) {
            password.append(
                    digits && random.nextInt(4) == 0
                            ? (char) ('0' + random.nextInt(10))
                            : WORDS.charAt(random.nextInt(WORDS.length())));
        }
        return password.toString();
    }

    private String british() {
        String letters = "" + "ABCEGHJKLMNOPRSTWXYZ".charAt(random.nextInt(20))
                + "ABCEGHJKLMNPRSTWXYZ".charAt(random.nextInt(19));
        String form = random.nextBoolean() ? "%s%02d%02d%02d%s" : "%s %02d %02d %02d %s";
        return String.format(
                Locale.ROOT,
                form,
                letters,
                random.nextInt(100),
                random.nextInt(100),
                random.nextInt(100),
                "ABCD".charAt(random.nextInt(4)));
    }

    private String french() {
        String body = String.format(
                Locale.ROOT,
                "%d%02d%02d%02d%03d%03d",
                1 + random.nextInt(2),
                random.nextInt(100),
                1 + random.nextInt(12),
                1 + random.nextInt(95),
                1 + random.nextInt(990),
                1 + random.nextInt(999));
        String whole = body + String.format(Locale.ROOT, "%02d", 97 - Long.parseLong(body) % 97);
        return random.nextBoolean() ? whole : whole.replaceAll("(.)(..)(..)(..)(...)(...)(..)", "$1 $2 $3 $4 $5 $6 $7");
    }

    private String spanish() {
        if (random.nextBoolean()) {
            int number = random.nextInt(100_000_000);
            return String.format(
                    Locale.ROOT, "%08d%s%s", number, random.nextInt(4) == 0 ? "-" : "", NIF.charAt(number % 23));
        }
        int first = random.nextInt(3);
        int number = random.nextInt(10_000_000);
        return String.format(
                Locale.ROOT, "%s%07d%s", "XYZ".charAt(first), number, NIF.charAt((first * 10_000_000 + number) % 23));
    }

    private <T> T pick(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
