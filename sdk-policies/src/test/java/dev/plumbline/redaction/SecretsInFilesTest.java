package dev.plumbline.redaction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.plumbline.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Secrets in the forms in which people have them: settings, shells, requests, SQL, logs, tables, mail, cookies, and phone
 * numbers as they are written at home. The documents were written by somebody who had not seen the detectors.
 */
class SecretsInFilesTest {
    private static final List<Document> DOCUMENTS = LabelledText.lines("secrets.jsonl").stream()
            .map(line -> Document.of(Json.parse(line)))
            .toList();

    static Stream<String> kinds() {
        return LabelledText.lines("secret-kinds.txt").stream().filter(line -> !line.startsWith("#"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    @DisplayName("S30 a secret is found in each kind of text, and what is beside it is not hidden")
    void s30_eachKind(String line) {
        String marked = line.replace("\\n", "\n").replace("\\t", "\t");
        String text = marked.replace("«", "").replace("»", "");
        StringBuilder found = new StringBuilder();
        int done = 0;
        for (Match match :
                BuiltInDetectors.of(EnumSet.of(RedactionOptions.Kind.KEY)).all(text)) {
            found.append(text, done, match.start())
                    .append('«')
                    .append(text, match.start(), match.end())
                    .append('»');
            done = match.end();
        }
        assertThat(found.append(text.substring(done))).hasToString(marked);
    }

    /** A document with the places of its secrets. */
    private record Document(String form, Optional<String> country, String text, List<int[]> marks, List<String> kinds) {
        static Document of(Json json) {
            List<int[]> marks = new ArrayList<>();
            for (Json mark : json.get("marks").elements()) {
                marks.add(new int[] {
                    mark.elements().get(0).asInt(), mark.elements().get(1).asInt()
                });
            }
            return new Document(
                    json.get("form").asText(),
                    json.fields().containsKey("country")
                            ? Optional.of(json.get("country").asText())
                            : Optional.empty(),
                    json.get("text").asText(),
                    marks,
                    json.get("kinds").elements().stream().map(Json::asText).toList());
        }

        MatchFinder finder() {
            return BuiltInDetectors.of(EnumSet.of(RedactionOptions.Kind.KEY, RedactionOptions.Kind.PHONE), country);
        }

        /** Returns a copy whose passwords are others, which every form can hold without an escape. */
        Document with(Random random) {
            StringBuilder other = new StringBuilder();
            List<int[]> places = new ArrayList<>();
            int done = 0;
            for (int i = 0; i < marks.size(); i++) {
                int[] mark = marks.get(i);
                other.append(text, done, mark[0]);
                int from = other.length();
                String value = text.substring(mark[0], mark[1]);
                boolean chosen = kinds.get(i).equals("password")
                        && value.chars().allMatch(Character::isLetterOrDigit)
                        && !value.chars().allMatch(Character::isDigit);
                other.append(chosen ? password(random) : value);
                places.add(new int[] {from, other.length()});
                done = mark[1];
            }
            return new Document(
                    form, country, other.append(text.substring(done)).toString(), places, kinds);
        }

        private static String password(Random random) {
            String letters = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
            StringBuilder password = new StringBuilder("k");
            for (int i = 4 + random.nextInt(40); i > 0; i--) {
                password.append(letters.charAt(random.nextInt(letters.length())));
            }
            return password.append(2 + random.nextInt(8)).toString();
        }
    }

    private static boolean[] hidden(String text, List<Match> matches) {
        boolean[] hidden = new boolean[text.length()];
        for (Match match : matches) {
            Arrays.fill(hidden, match.start(), match.end(), true);
        }
        return hidden;
    }

    private static boolean isHidden(boolean[] hidden, int[] mark) {
        boolean all = true;
        for (int i = mark[0]; i < mark[1]; i++) {
            all &= hidden[i];
        }
        return all;
    }

    @Test
    @DisplayName("S30 of the secrets of each form of file, nearly all are hidden, and nearly nothing else")
    void s30_everyForm() throws IOException {
        Map<String, DetectionRate> recall = new TreeMap<>();
        DetectionRate outside = DetectionRate.NONE;
        for (Document document : DOCUMENTS) {
            boolean[] hidden = hidden(document.text, document.finder().all(document.text));
            for (int[] mark : document.marks) {
                recall.merge(document.form, DetectionRate.NONE.plus(isHidden(hidden, mark)), DetectionRate::plus);
            }
            boolean[] marked = new boolean[hidden.length];
            document.marks.forEach(mark -> Arrays.fill(marked, mark[0], mark[1], true));
            for (int i = 0; i < hidden.length; i++) {
                outside = marked[i] ? outside : outside.plus(hidden[i]);
            }
        }
        StringBuilder page = new StringBuilder("| form | recall |\n|---|---|\n");
        recall.forEach((form, rate) -> page.append("| %s | %s |%n".formatted(form, rate)));
        Files.createDirectories(Path.of("target"));
        Files.writeString(Path.of("target/secrets-in-files.md"), page + "outside " + outside + "\n");
        assertThat(recall).hasSize(17);
        assertThat(recall.entrySet())
                .allMatch(rate -> rate.getValue().share() >= (rate.getKey().equals("shell") ? 0.95 : 0.98));
        assertThat(outside.share()).isLessThan(0.001);
    }

    @Property(tries = 300)
    @Label("S30 a password of letters and digits is hidden wherever one is, and the text can be split anywhere")
    void s30_otherPasswords_inEverySplit(@ForAll Random random) {
        Document given = DOCUMENTS.get(random.nextInt(DOCUMENTS.size()));
        boolean[] before = hidden(given.text, given.finder().all(given.text));
        Document document = given.with(random);
        List<Match> matches = document.finder().all(document.text);
        boolean[] hidden = hidden(document.text, matches);
        for (int i = 0; i < document.marks.size(); i++) {
            assertThat(isHidden(hidden, document.marks.get(i)) || !isHidden(before, given.marks.get(i)))
                    .as(document.text)
                    .isTrue();
        }
        StreamRedactor stream = new StreamRedactor(document.finder(), MatchReplacer.mask());
        StringBuilder masked = new StringBuilder();
        for (int at = 0; at < document.text.length(); ) {
            int end = Math.min(document.text.length(), at + 1 + random.nextInt(30));
            masked.append(stream.accept(document.text.substring(at, end)));
            at = end;
        }
        assertThat(masked.append(stream.finish()).toString())
                .isEqualTo(TextReplacement.of(document.text, matches, MatchReplacer.mask()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "root:|s3cr3t|@tcp(localhost:3306)/db",
                "redis.host:6379,password=|xyz|,ssl=True",
                "jdbc:db2://h:50000/db:user=a;password=|bb1|;",
                "passwords:\n  admin: |hunter2|\n",
                "htpasswd -bc .htpasswd bob |hunter2|",
                "lftp -u bob,|hunter2| ftp://x",
                "echo |s3cret| | sudo -S ls",
                "ALTER USER bob IDENTIFIED BY |tiger|;",
                "{\"session\":{\"id\":\"|4f3c2b1a9d8e7f|\"}}",
                "Could you send the password?\n\nSure, it is |Winter891| (as last year).",
                "{\"clave de acceso\":\"|uVwEcpgC|\"}",
                "<password><![CDATA[|a < b|]]></password>",
                "User      Password     Role\nbob       |swordfish|    y\n",
                "║ Login ║ Password ║\n╠═══════╬══════════╣\n║ bob   ║ |hunter|   ║\n"
            })
    @DisplayName("S30 a value is hidden whatever is between it and its name")
    void s30_dressings(String marked) {
        int from = marked.indexOf('|');
        int to = marked.indexOf('|', from + 1) - 1;
        String text = marked.substring(0, from) + marked.substring(from + 1, to + 1) + marked.substring(to + 2);
        MatchFinder finder = BuiltInDetectors.of(EnumSet.of(RedactionOptions.Kind.KEY));
        assertThat(finder.all(text)).containsExactly(new Match("KEY", from, to));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "password_min_length=12",
                "passwordPolicy: strict",
                "token_type=bearer' https://host.example/",
                "<password/>",
                "password=${DB_PASSWORD}",
                "password: ********",
                "the password must have 8 characters",
                "max_tokens: 4096, tokens: 12",
                "mkdir -p abc/def && ssh -p 2222 host && docker run -p 8080:80 image",
                "mysql -u root -p inventory",
                "String password = config.get(\"password\");",
                "password varchar(255) NOT NULL",
                "Unexpected token: foo in JSON",
                "UPDATE users SET password = :password WHERE id = 3",
                "Bolzen pin: 12x160",
                "ssid=Office-530",
                "{\"password\":true,\"token\":null}",
                "Compass north, passage 3, passing 4 walls, bypass: 12; the key to success: hard work"
            })
    @DisplayName("S30 settings about secrets, places to fill in and code are left alone")
    void s30_others(String text) {
        assertThat(BuiltInDetectors.of(EnumSet.of(RedactionOptions.Kind.KEY)).all(text))
                .isEmpty();
    }

    @Test
    @DisplayName("S30 phone numbers without a country code are found in the country of the host, and only there")
    void s30_phonesAtHome() {
        String text = "erreichbar unter 01712345678";
        assertThat(RedactionOptions.ofDefaults().withCountry("DE").country()).contains("DE");
        assertThat(finds(Optional.of("DE"), text)).containsExactly(new Match("PHONE", 17, 28));
        assertThat(finds(Optional.empty(), text)).isEmpty();
        assertThat(finds(Optional.of("ES"), "600 900 300")).isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RedactionOptions.ofDefaults().withCountry("XX"))
                .withMessageContaining("DE, ES, FR");
    }

    private static List<Match> finds(Optional<String> country, String text) {
        return BuiltInDetectors.of(EnumSet.of(RedactionOptions.Kind.PHONE), country)
                .all(text);
    }
}
