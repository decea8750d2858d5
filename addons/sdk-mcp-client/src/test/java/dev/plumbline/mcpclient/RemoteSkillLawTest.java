package dev.plumbline.mcpclient;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.call.Cancellation;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.McpRevision;
import dev.plumbline.internal.VisibleText;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Skill;
import dev.plumbline.plugin.internal.SkillFiles;
import dev.plumbline.tool.AiTool;
import dev.plumbline.ui.Question;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Label;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Whatever a server does with a skill: the model reads exactly the bytes that were listed and that the person has seen. */
class RemoteSkillLawTest {
    private static final String FOLDER = "skill://stairs/";
    private static final String SECRET = "SECRET-OF-THE-FILE";

    /** What is wrong with a skill. */
    enum Fault {
        NONE,
        /** The person says no. */
        REFUSED,
        /** A file has another byte than was listed. */
        BYTE,
        /** A file is longer than was listed. */
        LONGER,
        MISSING,
        /** The front matter that was listed is another one. */
        FRONT,
        /** A file is listed outside of the folder. */
        OUTSIDE,
        HIDDEN,
        TWICE,
        WITHOUT_DIGEST,
        WITHOUT_MAIN;

        boolean isSeenInTheList() {
            return compareTo(OUTSIDE) >= 0;
        }

        boolean isSeenInAFile() {
            return this == BYTE || this == LONGER || this == MISSING || this == FRONT;
        }
    }

    /** A skill, and the place of its fault. */
    record Offer(Map<String, String> files, Fault fault, String at) {}

    @Provide
    Arbitrary<Offer> offers() {
        Arbitrary<String> texts = Arbitraries.strings()
                .withChars("abc <>\n\u202e")
                .ofMaxLength(20)
                .map(text -> text + SECRET);
        Arbitrary<Map<String, String>> files = Combinators.combine(
                        texts, Arbitraries.maps(Arbitraries.of("a.md", "tables/b c.csv", "d.json"), texts))
                .as((main, others) -> {
                    Map<String, String> all = new LinkedHashMap<>(others);
                    all.put(SkillFiles.MAIN, "---\nname: stairs\ndescription: " + SECRET + "\n---\n" + main);
                    return all;
                });
        return files.flatMap(
                all -> Combinators.combine(Arbitraries.of(Fault.class), Arbitraries.of(new ArrayList<>(all.keySet())))
                        .as((fault, at) -> new Offer(all, fault, at)));
    }

    @Property(tries = 200, edgeCases = EdgeCasesMode.NONE)
    @Label("MC31 the model reads of a skill what was listed and what the person has seen, and nothing else")
    void mc31_whatIsRead_wasListedAndSeen(@ForAll("offers") Offer offer) throws Exception {
        Server server = new Server(offer);
        List<Question> asked = new CopyOnWriteArrayList<>();
        McpToolOptions options = McpToolOptions.builder("test", new AnySchema())
                .questionHandler(question -> {
                    asked.add(question.opened());
                    boolean unused = offer.fault() == Fault.REFUSED
                            ? question.answer(question.fallback())
                            : question.opened().answer(question.options().get(0));
                })
                .build();
        Cancellation closing = Cancellation.create();
        try (ClientThreads threads = new ClientThreads("test")) {
            ConnectionParts parts = new ConnectionParts("test", threads, options.limits, line -> {});
            HostQuestions questions = new HostQuestions(options, parts, closing);
            ServerLink link = new ServerLink(
                    (receiver, ends) -> new FakeChannel(server::answer),
                    new ServerRequests(options, parts, questions, closing),
                    new ServerLink.Environment(
                            parts, closing, Duration.ofSeconds(30), new Backoff(threads.time(), Duration.ZERO)),
                    (session, ends) -> {});
            RemoteSkills skills = new RemoteSkills(options, parts, new SkillReview(options, questions, "fake"), link);

            List<Skill> listed = skills.list(link.session(closing), closing);
            assertThat(server.reads).as("nothing is read in advance").isEmpty();
            assertThat(listed).hasSize(offer.fault().isSeenInTheList() ? 0 : 1);
            if (!listed.isEmpty()) {
                use(offer, listed.get(0), server, asked);
            }
            link.close();
        }
    }

    private static void use(Offer offer, Skill skill, Server server, List<Question> asked) throws Exception {
        assertThat(skill.toString() + skill.tools()).doesNotContain(SECRET);
        ToolEnvelope used = call(skill, "use_", Json.object());
        if (offer.fault() != Fault.NONE) {
            assertThat(used.failure().orElseThrow().code())
                    .isEqualTo(
                            offer.fault() == Fault.REFUSED
                                    ? ToolEnvelope.Code.DENIED
                                    : ToolEnvelope.Code.INVALID_RESULT);
            assertThat(used.toJson().text()).doesNotContain(SECRET);
            assertThat(asked).hasSize(offer.fault().isSeenInAFile() ? 0 : 1);
            boolean main = offer.fault() == Fault.FRONT || offer.at().equals(SkillFiles.MAIN);
            if (offer.fault().isSeenInAFile() && main) {
                assertThat(server.reads).as("no other file is read").containsExactly(SkillFiles.MAIN);
            }
            return;
        }
        assertThat(used.isOk()).as("%s", used.toJson().text()).isTrue();
        assertThat(asked).hasSize(1);
        for (Map.Entry<String, String> file : offer.files().entrySet()) {
            assertThat(asked.get(0).parts()).extracting(Question.Part::text).contains(VisibleText.of(file.getValue()));
            ToolEnvelope read = call(skill, "read_", Json.object().with("file", file.getKey()));
            assertThat(read.result().get("value").asText()).isEqualTo(file.getValue());
        }
        assertThat(call(skill, "use_", Json.object()).isOk()).isTrue();
        assertThat(asked).as("asked about once").hasSize(1);
        assertThat(server.reads).as("read once").hasSameSizeAs(offer.files().keySet());
    }

    private static ToolEnvelope call(Skill skill, String beginning, Json arguments) throws Exception {
        AiTool tool = skill.tools().stream()
                .filter(each -> each.name().startsWith(beginning))
                .findFirst()
                .orElseThrow();
        return (ToolEnvelope) Objects.requireNonNull(tool.handler().call(arguments, FakeContext.create()));
    }

    /** A server with one skill. */
    private static final class Server {
        private final Offer offer;
        private final List<String> reads = new CopyOnWriteArrayList<>();

        Server(Offer offer) {
            this.offer = offer;
        }

        Json answer(Json request) {
            Json id = request.get("id");
            Json params = request.get("params");
            return switch (request.get("method").asText()) {
                case "server/discover" -> {
                    Json extension = Json.object().with("io.modelcontextprotocol/skills", Json.object());
                    yield JsonRpc.result(
                            id,
                            Json.object()
                                    .with("supportedVersions", List.of(McpRevision.V2026_07_28.text()))
                                    .with("capabilities", Json.object().with("extensions", extension)));
                }
                case "skills/list" -> JsonRpc.result(id, Json.object().with("skills", List.of(entry())));
                default -> read(id, params.get("uri").asText());
            };
        }

        private boolean isAt(String file, Fault fault) {
            return offer.fault() == fault && offer.at().equals(file);
        }

        private Json entry() {
            List<Json> files = new ArrayList<>();
            offer.files().forEach((name, text) -> {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                String place = isAt(name, Fault.OUTSIDE)
                        ? "skill://other/" + name
                        : FOLDER + (isAt(name, Fault.HIDDEN) ? "../." : "") + name.replace(" ", "%20");
                Json file = Json.object().with("uri", place).with("size", bytes.length);
                Json whole = isAt(name, Fault.WITHOUT_DIGEST)
                        ? file
                        : file.with("digest", "sha256:" + SkillFiles.sha256(bytes));
                boolean left = offer.fault() == Fault.WITHOUT_MAIN && name.equals(SkillFiles.MAIN);
                if (!left) {
                    files.add(whole);
                }
                if (isAt(name, Fault.TWICE)) {
                    files.add(whole);
                }
            });
            Json front = Json.object()
                    .with("name", "stairs")
                    .with("description", offer.fault() == Fault.FRONT ? "Harmless." : SECRET);
            return Json.object()
                    .with("uri", FOLDER + SkillFiles.MAIN)
                    .with("frontmatter", front)
                    .with("resources", files);
        }

        private Json read(Json id, String uri) {
            String name = uri.substring(FOLDER.length()).replace("%20", " ");
            reads.add(name);
            String text = Objects.requireNonNull(offer.files().get(name));
            String sent = isAt(name, Fault.BYTE)
                    ? text.replace(SECRET, SECRET.replace('S', 'T'))
                    : isAt(name, Fault.LONGER) ? text + " " : text;
            Json content = Json.object().with("uri", uri).with("text", sent);
            return JsonRpc.result(
                    id, Json.object().with("contents", isAt(name, Fault.MISSING) ? List.of() : List.of(content)));
        }
    }
}
