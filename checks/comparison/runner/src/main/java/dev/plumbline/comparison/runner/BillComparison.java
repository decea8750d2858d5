package dev.plumbline.comparison.runner;

import dev.plumbline.comparison.harness.CadSession;
import dev.plumbline.comparison.harness.SessionPeer;
import dev.plumbline.event.Usage;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServiceBill;
import dev.plumbline.testkit.server.ServiceEmulator;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Holds one session of a CAD assistant with each library, in a process of its own, against an emulator of each service, and writes a
 * table of what it costs.
 *
 * <pre>java -cp … dev.plumbline.comparison.runner.BillComparison docs/comparison/bill.md docs/prices.json</pre>
 */
public final class BillComparison {
    private static final Instant DAY = Instant.parse("2026-11-28T08:00:00Z");
    private static final int PATIENCE = 120;
    private static final BigDecimal WANTED = new BigDecimal("1.1");

    private static final Set<SessionPeer.Service> BOTH = Set.of(SessionPeer.Service.values());
    private static final Set<SessionPeer.Service> ANTHROPIC = Set.of(SessionPeer.Service.ANTHROPIC);
    private static final Set<SessionPeer.Service> OPENAI = Set.of(SessionPeer.Service.OPENAI);

    private static final List<Contender> CONTENDERS = List.of(
            new Contender("Plumbline", "plumbline", "plumbline.PlumblineSession", BOTH, true),
            new Contender("LangChain4j", "langchain4j", "langchain4j.LangChain4jSession", BOTH, true),
            new Contender("Spring AI", "spring-ai", "springai.SpringAiSession", BOTH, true),
            new Contender(
                    "Spring AI, memory in the tool loop, no thinking",
                    "spring-ai",
                    "springai.SpringAiSession$WithoutThinking",
                    ANTHROPIC,
                    false),
            new Contender("anthropic-java", "anthropic-java", "anthropic.AnthropicJavaSession", ANTHROPIC, true),
            new Contender("openai-java", "openai-java", "openai.OpenAiJavaSession", OPENAI, true));

    private static final String ABOUT = """
            # One session in dollars

            What the same session costs with each library, set up as its page says. It is that of a CAD assistant: %d tools and long instructions,
            some 14,000 tokens in front; %d questions, each answered in two rounds of the model with one tool between them; facts of which one
            changes with each question and one rarely; one picture; and one summary, after question %d. A minute goes by between two
            rounds. The model is `%s` at Anthropic and `%s` at OpenAI, which are Plumbline's defaults.

            The services are emulated (`ServiceEmulator`, [testing](../testing.md#what-a-service-checks-keeps-and-charges)): they check each
            request, keep prompt caches and count as the services document it, and the prices are those of [prices.json](../prices.json) on
            2026-11-28. Tokens are estimated by the length of the JSON, the same way for everybody, so the ratios say more than the
            amounts. Each answer counts 300 tokens.

            *The least* is computed by the emulator from a session written by hand, with nothing in it that is not needed: each token that a
            later request begins with is written once, for the cheapest life time that lasts, and read from then on. *New beginnings* are
            requests before whose last answer something differs from what it was made for. One is due to the summary where a library keeps
            answers behind it.

            | library | what was set, and where that is documented |
            |---|---|
            | Plumbline | nothing for the cache, which is on in conversations; `addContext` for the facts; `SideTurn.summary()`; [cost](../cost.md#what-caches-save) |
            | LangChain4j %s | `cacheSystemMessages(true)` and `cacheTools(true)`, [Anthropic](https://docs.langchain4j.dev/integrations/language-models/anthropic); an AI service with a window memory that holds everything; for OpenAI nothing. It does not send thinking back. Marks of user messages (`cache_control` in their attributes) cannot be set through an AI service |
            | Spring AI %s | `AnthropicCacheStrategy.CONVERSATION_HISTORY` and `cacheToolResults(true)`, [Anthropic Chat](https://docs.spring.io/spring-ai/reference/api/chat/anthropic-chat.html); a chat client with a message memory that holds everything; for OpenAI nothing. The memory has no calls and results of tools, and sends thinking back behind the text. In a second row it is [within the tool loop](https://docs.spring.io/spring-ai/reference/2.0-SNAPSHOT/api/tools/tool-calling-advisor.html), and thinking is switched off (`thinkingDisabled()`) |
            | anthropic-java %s | `cacheControl` of the request, which is automatic caching, [Prompt caching](https://platform.claude.com/docs/en/build-with-claude/prompt-caching); the loop of its page |
            | openai-java %s | nothing, the service caches by itself; the Responses API in the loop of its page, with all output in the next input |

            The others have no facts: their programs put them in front of each question, where they break no cache, and put the summary in
            front of the next question. Both is the cheapest that their pages allow; facts in a template of the system message, which their pages
            show as well, would be a new beginning in each turn.

            """;

    private final byte[] prices;
    private final StringBuilder page = new StringBuilder();

    private BillComparison(byte[] prices) {
        this.prices = prices;
    }

    /** Runs the comparison. */
    public static void main(String[] args) throws IOException, InterruptedException {
        BillComparison comparison = new BillComparison(Files.readAllBytes(Path.of(args[1])));
        comparison.page.append(ABOUT.formatted(
                CadSession.TOOLS.size(),
                CadSession.questions().size(),
                CadSession.BEFORE_SUMMARY,
                CadModel.model(SessionPeer.Service.ANTHROPIC),
                CadModel.model(SessionPeer.Service.OPENAI),
                version("langchain4j", "langchain4j-core-"),
                version("spring-ai", "spring-ai-client-chat-"),
                version("anthropic-java", "anthropic-java-core-"),
                version("openai-java", "openai-java-core-")));
        for (SessionPeer.Service service : SessionPeer.Service.values()) {
            comparison.compare(service);
        }
        comparison.page.append("Written by the command of [checks](../checks.md).\n");
        Files.writeString(Path.of(args[0]), comparison.page);
    }

    private static String version(String module, String jar) {
        return new PeerProgram(module, "")
                .jars().stream()
                        .map(each -> String.valueOf(each.getFileName()))
                        .filter(name -> name.startsWith(jar))
                        .map(name -> name.substring(jar.length(), name.length() - ".jar".length()))
                        .findFirst()
                        .orElse("");
    }

    private void compare(SessionPeer.Service service) throws IOException, InterruptedException {
        BigDecimal least;
        try (Run run = new Run(service, prices)) {
            ReferenceSession.hold(run.base(), service);
            least = run.emulator.leastCost().orElseThrow().amount();
        }
        List<Row> rows = new ArrayList<>();
        for (Contender contender : CONTENDERS) {
            if (contender.services.contains(service)) {
                try (Run run = new Run(service, prices)) {
                    rows.add(new Row(contender, run.hold(contender), run.emulator.bill()));
                }
            }
        }
        page.append("## ")
                .append(service == SessionPeer.Service.ANTHROPIC ? "Anthropic" : "OpenAI")
                .append("\n\n");
        page.append(
                "| library | dollars | of the least | requests | refused | tokens read from caches | written | neither | sent in all | new beginnings |\n");
        page.append("|---|---|---|---|---|---|---|---|---|---|\n");
        rows.forEach(row -> page.append(row.line(least)));
        page.append("| *the least* | ").append(dollars(least)).append(" | 1.000x | | | | | | | |\n\n");
        page.append(verdict(rows, least)).append("\n");
        System.out.print(page);
    }

    private static String verdict(List<Row> rows, BigDecimal least) {
        Row own = rows.get(0);
        StringBuilder verdict = new StringBuilder(
                "Wanted is at most " + WANTED + "x of the least, less than every other library, and nothing refused.");
        if (own.cost().compareTo(least.multiply(WANTED)) > 0) {
            verdict.append(" Plumbline costs more than that.");
        }
        for (Row row : rows.subList(1, rows.size())) {
            if (!row.failure.isEmpty()) {
                verdict.append(" ")
                        .append(row.contender.title)
                        .append(" got ")
                        .append(row.bill.refused())
                        .append(" refusal and ended after ")
                        .append(row.bill.requests())
                        .append(" answers.");
            } else if (row.cost().compareTo(own.cost()) < 0) {
                verdict.append(" **")
                        .append(row.contender.title)
                        .append(" costs less than Plumbline")
                        .append(
                                row.contender.thinks
                                        ? ".**"
                                        : "**, because the model does not think, so that there is less to pay and to read.");
            }
        }
        return verdict.append("\n").toString();
    }

    private static String dollars(BigDecimal amount) {
        return amount.setScale(5, RoundingMode.HALF_UP).toPlainString();
    }

    /**
     * A library that holds the session.
     *
     * @param module its module in {@code comparison}
     * @param main its main class, in the package of the comparison
     * @param services the services that it speaks
     * @param thinks whether the model thinks
     */
    private record Contender(
            String title, String module, String main, Set<SessionPeer.Service> services, boolean thinks) {
        PeerProgram program() {
            return new PeerProgram(module, "dev.plumbline.comparison." + main);
        }
    }

    /** An emulated service for one session. */
    private static final class Run implements AutoCloseable {
        private final ServiceEmulator emulator;
        private final ScriptedServer server;
        private final SessionPeer.Service service;

        Run(SessionPeer.Service service, byte[] prices) {
            VirtualClock clock = VirtualClock.create();
            clock.setTo(Duration.between(clock.instant(), DAY));
            this.service = service;
            emulator = ServiceEmulator.of(new CadModel(clock)).clock(clock).addModels(prices);
            server = ScriptedServer.onPort(0).otherwise(emulator);
        }

        URI base() {
            return server.address();
        }

        /** Holds the session with a library and returns how it failed; empty if it did not. */
        String hold(Contender contender) throws IOException, InterruptedException {
            String log = "bill-" + contender.main + "-" + service.name().toLowerCase(Locale.ROOT) + ".log";
            Path logs = Path.of(System.getProperty("comparison.logs", "target"));
            Files.createDirectories(logs);
            Process process = contender
                    .program()
                    .process(
                            "1",
                            List.of("-Xmx512m"),
                            List.of(service.name(), base().toString(), CadModel.model(service)))
                    .redirectErrorStream(true)
                    .redirectOutput(logs.resolve(log).toFile())
                    .start();
            boolean ended = process.waitFor(PATIENCE, TimeUnit.SECONDS);
            process.destroyForcibly();
            return ended && process.exitValue() == 0 ? "" : ended ? "it failed" : "it did not come to an end";
        }

        @Override
        public void close() {
            server.close();
        }
    }

    /** A row of a table. */
    private record Row(Contender contender, String failure, ServiceBill bill) {
        BigDecimal cost() {
            return bill.cost().orElseThrow().amount();
        }

        String line(BigDecimal least) {
            Usage used = bill.usage();
            String beginnings = bill.beginnings().isEmpty()
                    ? "0"
                    : bill.beginnings().entrySet().stream()
                            .sorted(Map.Entry.comparingByKey())
                            .map(each -> each.getValue() + " by "
                                    + each.getKey().name().toLowerCase(Locale.ROOT))
                            .collect(Collectors.joining(", "));
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %s | %d | %d | %,d | %,d | %,d | %,d | %s |%n",
                    contender.title,
                    failure.isEmpty() ? dollars(cost()) : failure,
                    failure.isEmpty() && contender.thinks ? cost().divide(least, 3, RoundingMode.HALF_UP) + "x" : "–",
                    bill.requests(),
                    bill.refused(),
                    used.cachedInput(),
                    used.cacheWrites(),
                    used.input() - used.cachedInput() - used.cacheWrites(),
                    used.input(),
                    beginnings);
        }
    }
}
