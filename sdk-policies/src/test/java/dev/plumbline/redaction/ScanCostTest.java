package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How many characters detectors read, which depends on the text alone. The time is only written down, to {@code
 * target/scan-cost.txt}, because it depends on the machine.
 */
class ScanCostTest {
    private static final int LENGTH = 16_000;
    private static final int ROUNDS = Integer.getInteger("plumbline.rounds", 2);
    private static final long NANOS_EACH = 3_000_000;
    private static final MatchFinder FINDER =
            BuiltInDetectors.of(RedactionOptions.ofDefaults().kinds());
    private static final String PLAIN = """
            The wall on the second floor is made of brick and has two windows. Please move the door to the left side of \
            the kitchen, so that the table fits beside it; the height stays as it is. Die Wand im Obergeschoss besteht \
            aus Mauerwerk und bleibt stehen.\s""";
    private static final String GERMAN = """
            Die Wand im Obergeschoss besteht aus Mauerwerk und bleibt stehen. Bitte verschieben Sie die Tür nach links, \
            damit der Tisch daneben passt: Die Höhe bleibt, wie sie ist.\s""";
    static final List<String> HOSTILE = List.of(
            "1",
            "1 ",
            "12 ",
            "1234 ",
            "1234-",
            "123 456 ",
            "4111 1111 1111 1112 ",
            "0123 ",
            "0 ",
            "1 \n",
            "12-34-",
            "+1 ",
            "(",
            "((1",
            "12.34.56.",
            "1.",
            "1.1.1.1.",
            "1:",
            "a:",
            "::",
            "f:",
            "@",
            "a@",
            "a.",
            "a.b@",
            "a@a.",
            "a-",
            "_",
            "a_",
            "eyJ",
            "eyJ ",
            "eyJhbGciOiJ.",
            "sk-",
            "sk- ",
            "-----BEGIN ",
            "-----BEGIN PRIVATE KEY-----",
            "-",
            "//a:",
            "://a:",
            "http://a:b",
            "=",
            "a=",
            "password=",
            "password: ",
            "password:\n",
            "password is ",
            "password it is ",
            "password={",
            "password=[",
            "password=\"",
            "password=${",
            "password  b  ",
            "password\tb\n",
            "password | ",
            "| password |\n|---|\n",
            "\"password\",",
            "\"password\" \"a\"\n",
            "<password>",
            "(password,",
            "insert into t (password,",
            "secrets:\n  secrets:\n    ",
            "machine a login b password c ",
            "cookie: a=b; ",
            "set password for a = ",
            "pwd ",
            "sess",
            "пароль ",
            "mysql -p",
            "curl -u ",
            "-p ",
            "echo ",
            "pass: a1 ",
            "token=",
            "token=abcdefgh ",
            "token=[a,",
            "htpasswd a ",
            "call 1234 567 ",
            "tel 123 ",
            "1\u200b",
            "a\u200b",
            "\u200b",
            "&",
            "&a",
            "&a;",
            "&#64;",
            "%",
            "%4",
            "%40",
            "\\",
            "\\u",
            "\\u0040",
            "\\n",
            "YWJj",
            "YWJj ",
            "YWJjZGVmZ2hpamts ",
            "QUJD+",
            "AB12 ",
            "DE12 ",
            "DE89 3704 ",
            "DE8937040044053201300",
            "RSSMRA80A01H501",
            "131052-308",
            "abcdef ",
            "bearer ",
            "Bearer a1b2c3d4 ",
            "ssn 123-45-678 ",
            "AB 12 34 56 ",
            "X1234567",
            "pat",
            "SKaaaaaaaaaa",
            "pesel 12345678901 ",
            "\n",
            "1\n",
            "\"a\":\"1\",",
            "A1-",
            "tel:+",
            "00 ",
            "9 9 9 ",
            "1/2/",
            "1,2,",
            "abc.def@",
            "a'",
            "ghp_aaaa",
            "AKIA",
            "1//0",
            "https://hooks.slack.com/",
            "aaaaa_",
            "12345678901234567890 ",
            "a1=",
            "A=1&",
            "MAIL_0123456789abcdef ",
            "MAIL_",
            "电话 1",
            "é1",
            "sess=",
            "session=a=",
            ":otp",
            "pin=>",
            "token",
            "token|",
            "token(",
            "(密码",
            "/key=",
            "key ",
            "key=\"password\" ",
            "key=\"key=\"session?\n",
            "user:|\nsecret密key=\"密a.b@key=\"",
            "\"token\":{",
            "\"=token\":{",
            "token=\u201ca ",
            "token=\u00aba ",
            "token=[\"a\", token",
            "- a: password:\n",
            "pass?\n",
            "passwd\u00abpasswd\r\n",
            "password  b  c\nx  y\n",
            "password,a,b\n",
            "<th>password</th>",
            "<th>password</th><td>a</td>",
            "create table a(password,",
            "create table a(password, values ('a', ",
            "into(password)values(",
            "\\\"1\\\"into(password)values(",
            "insert into t (password) values (\"name\":\"",
            "into(a, password) ",
            "htpasswd &a;",
            "1.ghp_",
            "a:\\:\\:\\:\\:\\:\\:\\:\\:\\:",
            ":=\\");

    private static String repeated(String piece, int length) {
        return piece.repeat(length / piece.length() + 1).substring(0, length);
    }

    /** Returns the characters that were read for each character of a text. */
    private static double reads(String piece, int length) {
        CountingText text = new CountingText(repeated(piece, length));
        FINDER.all(text);
        return (double) text.reads / length;
    }

    @Test
    @DisplayName("S6 of plain text, detectors read almost nothing")
    void s6_plainText() {
        assertThat(reads(PLAIN, LENGTH)).isLessThan(0.3);
        assertThat(reads(GERMAN, LENGTH)).isLessThan(0.5);
    }

    @Test
    @Tag("S6")
    @DisplayName("24 of names and coordinates of drawings, detectors read few characters, whatever the length")
    void s24_drawings_areLinear() {
        double less = reads(drawings(), 2 * LENGTH);
        double more = reads(drawings(), 8 * LENGTH);
        assertThat(more).isLessThan(1.6).isLessThan(1.1 * less + 0.1);
    }

    @ParameterizedTest
    @FieldSource("HOSTILE")
    @DisplayName("S6 hostile text costs a bounded number of reads for each character, whatever its length")
    void s6_hostileText_isLinear(String piece) {
        double less = reads(piece, LENGTH); // which is longer than any value
        double more = reads(piece, 4 * LENGTH);
        assertThat(less).isLessThan(140);
        assertThat(more).isLessThan(1.3 * less + 1);
    }

    @Provide
    Arbitrary<String> hostile() {
        return Arbitraries.of(HOSTILE).list().ofMinSize(2).ofMaxSize(5).map(all -> String.join("", all));
    }

    @Property(tries = 100)
    @Label("S6 so does any mixture of such texts")
    void s6_mixtures_areLinear(@ForAll("hostile") String piece) {
        double less = reads(piece, LENGTH);
        double more = reads(piece, 4 * LENGTH);
        assertThat(less).isLessThan(400);
        assertThat(more).isLessThan(1.3 * less + 1);
    }

    @Test
    @DisplayName("S6 objects within objects are read however deep they are")
    void s6_depth() {
        assertThat(FINDER.all("\"token\":{".repeat(40_000))).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"pwd ", "password it is ", "password is ", "пароль "})
    @DisplayName("52 the words of a sentence are looked at once, not once for each name of a secret in it")
    void w52_sentences_areLookedAtOnce(String piece) {
        assertThat(reads(piece, LENGTH)).isLessThan(38);
    }

    @Test
    void times_areWritten() throws IOException {
        StringBuilder page =
                new StringBuilder("passes with a table lookup per character, medians of rounds in turns\n");
        for (int i = 0; i < 10 * ROUNDS; i++) { // until both are compiled
            nanos(repeated(PLAIN, LENGTH), ScanCostTest::lookUp);
            nanos(drawings(), text -> FINDER.all(text).size());
        }
        page.append(line("plain", PLAIN)).append(line("German", GERMAN)).append(line("drawings", drawings()));
        for (String piece : HOSTILE) {
            page.append(line(piece.replace("\n", "\\n").replace("\r", "\\r"), piece));
        }
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target/scan-cost.txt"), page);
        assertThat(page.toString().lines()).hasSize(HOSTILE.size() + 4);
    }

    private static String drawings() {
        return String.join("\n", LabelledText.lines("cad-files.txt")) + "\n";
    }

    private static String line(String name, String piece) {
        String text = repeated(piece, LENGTH);
        double[] passes = new double[ROUNDS];
        double[] times = new double[ROUNDS];
        for (int i = 0; i < ROUNDS; i++) {
            double floor = nanos(text, ScanCostTest::lookUp);
            times[i] = nanos(text, each -> FINDER.all(each).size());
            passes[i] = times[i] / floor;
        }
        Arrays.sort(passes);
        Arrays.sort(times);
        int middle = ROUNDS / 2;
        return String.format(Locale.ROOT, "%8.1f  %8.2f ns a character  %s%n", passes[middle], times[middle], name);
    }

    private static double nanos(String text, ToIntFunction<String> work) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long started = System.nanoTime();
        long from = threads.getCurrentThreadCpuTime();
        long sum = 0;
        int count = 0;
        while (System.nanoTime() - started < NANOS_EACH) {
            sum += work.applyAsInt(text);
            count++;
        }
        assertThat(sum).isNotNegative();
        return (double) (threads.getCurrentThreadCpuTime() - from) / count / text.length();
    }

    private static int lookUp(String text) {
        int sum = 0;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            sum += c < 128 ? CLASSES[c] : 1;
        }
        return sum;
    }

    private static final byte[] CLASSES = new byte[128];

    /** A text that counts the reads of its characters. */
    private static final class CountingText implements CharSequence {
        private final String text;
        private long reads;

        CountingText(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            reads++;
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int from, int to) {
            reads += to - from;
            return text.substring(from, to);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
