package dev.plumbline.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.event.Usage;
import dev.plumbline.json.Json;
import dev.plumbline.web.SessionReport.ContentLevel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The file of a report and its lines for a terminal; {@code ReportTest} opens the file in a browser. */
class SessionReportTest {
    private static final String HOSTILE = "<script>alert('CANARY')</script><!--\u0007";

    private final ConversationTree tree = tree();

    private static ConversationTree tree() {
        ConversationTree asked = with(ConversationTree.empty(), "main", Interaction.user(HOSTILE));
        ConversationTree called = with(
                asked,
                "main",
                new Interaction.Assistant(List.of(new Part.Reasoning("CANARY"), new Part.Text("CANARY"))),
                new Interaction.ToolCall("CANARY", "CANARY", Json.object().with("CANARY", "CANARY")));
        ConversationTree ended = with(called, "main", new Interaction.ToolResult("CANARY", ToolEnvelope.ok("CANARY")));
        ConversationTree both = ended.branchAt(ended.head("main"), "other");
        return with(with(both, "main", Interaction.user("one way")), "other", Interaction.user("another way"));
    }

    private static ConversationTree with(ConversationTree tree, String branch, Interaction... said) {
        return tree.append(
                branch,
                new ConversationEntry(
                        tree.nextId(),
                        Optional.of(tree.head(branch).id()),
                        List.of(said),
                        ConversationEntry.Status.COMPLETE,
                        Usage.of(3, 4),
                        ReportEvents.START,
                        Duration.ofMillis(12)));
    }

    private String page(ContentLevel content) {
        return SessionReport.of(tree, ReportEvents.turn()).html(content);
    }

    private static Json data(String page) {
        String begin = "id=\"report-data\">";
        int from = page.indexOf(begin) + begin.length();
        return Json.parse(page.substring(from, page.indexOf("</script>", from)));
    }

    @Test
    @Tag("C123")
    @DisplayName(
            "AG68 the file has the conversation with its branches, and the calls, tools and decisions of each turn")
    void ag68_file_hasEverything() {
        Json data = data(page(ContentLevel.WORDS));
        assertThat(data.get("title").asText()).startsWith("<script>");
        assertThat(data.at("/tree/heads").fields()).containsKeys("main", "other");
        assertThat(data.at("/tree/count").asInt()).isEqualTo(5);
        assertThat(data.at("/rows").text()).contains("one way", "another way", "alert(", "\"status\":\"completed\"");
        Json why = data.get("why");
        assertThat(why.at("/turns/0/cost").asText()).isEqualTo("0.002 USD");
        assertThat(why.at("/rounds/0/stages/0/name").asText()).isEqualTo("call-model");
        assertThat(why.at("/calls/0/waits/0/why").asText()).isEqualTo("retry-after");
        assertThat(why.at("/calls/0/lookups/0/saved").asInt()).isEqualTo(1_234);
        assertThat(why.at("/calls/0/lookups/1/why").asText()).isEqualTo("no-entry");
        assertThat(why.at("/tools/0/took").asLong()).isEqualTo(20_000);
        assertThat(why.at("/decisions/0/decision").asText()).isEqualTo("approved");
        assertThat(why.at("/refusals").elements()).hasSize(1);
        assertThat(why.at("/refusals/0/place").asText()).isEqualTo("http");
        assertThat(why.at("/failures/0/name").asText()).isEqualTo("hook");
        assertThat(why.at("/numbers/sent").asLong()).isEqualTo(1_500);
        assertThat(why.at("/numbers/retries").asInt()).isEqualTo(1);
        assertThat(why.at("/numbers/saved").asInt()).isEqualTo(1_234);
    }

    @Test
    @DisplayName("AG62 a report of lengths has no character of content, and no id or name that a model chose")
    void ag62_lengths_haveNoContent() {
        String page = page(ContentLevel.LENGTHS);
        assertThat(page).doesNotContain("CANARY", "one way", "alert");
        Json data = data(page);
        Json first = data.at("/tree/entries/0");
        assertThat(first.get("characters").asInt()).isEqualTo(HOSTILE.length());
        assertThat(data.get("rows").get(first.get("id").asText()).text())
                .contains("\"characters\":" + HOSTILE.length());
    }

    @Test
    @DisplayName("52 a report of lengths does not have the id of the conversation, which a program may make of a name")
    void w52_lengths_haveNoIdOfTheConversation() {
        String id = data(page(ContentLevel.WORDS)).get("id").asText();
        Json data = data(page(ContentLevel.LENGTHS));
        assertThat(id).isNotEmpty();
        assertThat(data.text()).doesNotContain("\"" + id + "\"");
        assertThat(data.get("id").asText()).isEqualTo("1");
    }

    @Test
    @DisplayName("AG61 text of users and models cannot end the element that it is in, and the file is UTF-8")
    void ag61_text_isData() {
        String page = page(ContentLevel.WORDS);
        assertThat(page.split("<script", -1)).hasSize(3);
        assertThat(page.split("<!--", -1)).hasSize(1);
        assertThat(StandardCharsets.UTF_8.newEncoder().canEncode(page)).isTrue();
        assertThat(data(page).at("/rows").text()).contains("alert('CANARY')");
    }

    @Test
    @DisplayName("AG61 the policy of the file allows its own script and style by hash; the file names no address")
    void ag61_file_loadsNothing() {
        String page = page(ContentLevel.WORDS);
        assertThat(page.replaceAll("(?s)<script type=\"module\">.*?</script>", ""))
                .contains("default-src 'none'; script-src 'sha256-", "; style-src 'sha256-", "trusted-types 'none'")
                .doesNotContain("unsafe-inline")
                .doesNotContainPattern("(?i)<(link|img|iframe|object)|https?://|url\\(|@import| src=");
    }

    @Test
    @DisplayName("AG68 the script of a report is the modules of the page, line by line")
    void ag68_script_isThePage() {
        String page = page(ContentLevel.LENGTHS).replaceAll("const [{][^}]*[}] = modules.*\n", "");
        for (String module : PageFiles.scripts()) {
            String file = module.equals("server.js") ? "report.js" : module;
            Stream<String> lines = PageFiles.text(file)
                    .lines()
                    .filter(line -> !line.startsWith("import "))
                    .map(line -> line.startsWith("export ") ? line.substring("export ".length()) : line);
            assertThat(page).as(module).contains(lines.reduce("", (before, line) -> before + line + "\n"));
        }
    }

    @Test
    @DisplayName("O1 the report has the cost of each turn, and names models without a price")
    void o1_report_hasTheCost() {
        List<TelemetryEvent> events = new ArrayList<>(ReportEvents.turn());
        events.add(ReportEvents.unpriced());
        SessionReport report = SessionReport.of(tree, events);
        assertThat(data(report.html(ContentLevel.LENGTHS))
                        .at("/why/numbers/cost")
                        .asText())
                .isEqualTo("0.002 USD; no price of openai:gpt-x");
        assertThat(report.text()).contains("0.002 USD; no price of openai:gpt-x");
        assertThat(SessionReport.of(tree, List.of(ReportEvents.unpriced())).text())
                .contains("unknown: no price of openai:gpt-x");
    }

    @Test
    void text_isForATerminal() {
        assertThat(SessionReport.of(tree, ReportEvents.turn()).text())
                .contains("Session s", "attempts       1, 1 retried", "Round 1: attempt 1 failed: RATE_LIMITED")
                .contains("Round 1: waited 500 ms (retry-after)", "not in the cache: no-entry")
                .contains("Round 1: answered from the cache, 1234 tokens saved");
    }

    @Test
    void sessionOfWhichNothingIsKnown_hasAFileAllTheSame() {
        assertThat(data(SessionReport.of(ConversationTree.empty(), List.of()).html(ContentLevel.WORDS))
                        .at("/tree/count")
                        .asInt())
                .isZero();
    }

    @Test
    @DisplayName("S35 a report of lengths has no name of a branch, which a person may have given")
    void s35_lengths_haveNoNamesOfBranches() {
        Json data = data(page(ContentLevel.LENGTHS));
        assertThat(data.at("/tree/heads").fields()).containsOnlyKeys("main", "branch 2");
        assertThat(data.get("branch").asText()).isEqualTo("main");
    }
}
