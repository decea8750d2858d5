package dev.plumbline.integration.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.plumbline.integration.BrowserProcesses;
import dev.plumbline.json.Json;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The site that {@code .ci/site} makes of the documentation: each link leads somewhere, and nothing comes from a network. */
@Tag("external")
class SiteTest {
    private static final Pattern LINKS =
            Pattern.compile("<(a|img|link|script|iframe)\\s[^>]*?(?:href|src)=\"?([^\"\\s>]+)");
    private static final Pattern IDS = Pattern.compile("\\sid=\"?([^\"\\s>]+)");
    private static final List<String> PAGES = List.of("index.html", "start.html", "comparison/performance.html");

    @TempDir
    static Path folder;

    private static Path site;
    private static HttpServer server;

    @BeforeAll
    static void build() throws Exception {
        boolean found =
                Stream.of(System.getenv("PATH").split(":")).anyMatch(dir -> Files.exists(Path.of(dir, "mkdocs")));
        assumeTrue(found, "SKIPPED, and it should not be: apt-get install mkdocs-material python3-pymdownx");
        site = folder.resolve("site");
        Process process = new ProcessBuilder(
                        Path.of("..", "..", ".ci", "site").toAbsolutePath().toString(), site.toString())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(output).isZero();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", SiteTest::serve);
        server.start();
    }

    @AfterAll
    static void close() {
        if (server != null) {
            server.stop(0);
        }
    }

    private static void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            Path asked = site.resolve(exchange.getRequestURI().getPath().substring(1));
            Path file = Files.isDirectory(asked) ? asked.resolve("index.html") : asked;
            if (!Files.isRegularFile(file)) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            String type = file.toString().endsWith(".svg") ? "image/svg+xml" : Files.probeContentType(file);
            exchange.getResponseHeaders().set("Content-Type", type == null ? "application/octet-stream" : type);
            exchange.sendResponseHeaders(200, Files.size(file));
            Files.copy(file, exchange.getResponseBody());
        }
    }

    private static URI address(String page) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/" + page);
    }

    private static List<Path> pages() throws IOException {
        try (Stream<Path> files = Files.walk(site)) {
            return files.filter(file -> file.toString().endsWith(".html"))
                    .sorted()
                    .toList();
        }
    }

    @Test
    @DisplayName(
            "N37 llms.txt leads to each page with a sentence, llms-full.txt has the text of all, the skill is beside them")
    void n37_codingAgents_findEverything() throws IOException {
        String list = Files.readString(site.resolve("llms.txt"));
        String whole = Files.readString(site.resolve("llms-full.txt"));
        assertThat(list).startsWith("# Plumbline\n\n> Plumbline is a Java library");
        List<String> linked = Pattern.compile("- \\[[^]]+]\\(([^)]+)\\): \\S.+[.:]\n")
                .matcher(list)
                .results()
                .map(link -> link.group(1))
                .toList();
        try (Stream<Path> docs = Files.list(Path.of("../../docs"))) {
            docs.map(page -> page.getFileName().toString())
                    .filter(page -> page.endsWith(".md"))
                    .forEach(page -> {
                        assertThat(linked).contains(page.replaceAll("md$", "html"));
                        assertThat(whole).contains("<!-- " + page + " -->");
                    });
        }
        assertThat(site.resolve("skill/SKILL.md")).exists();
    }

    @Test
    @DisplayName(
            "every link of the site leads to a page of it, to a place that is there, or to an address, and every block is one")
    void links_leadSomewhere() throws IOException {
        Map<Path, Set<String>> ids = new HashMap<>();
        List<String> dead = new ArrayList<>();
        for (Path page : pages()) {
            String html = Files.readString(page);
            if (html.contains("<p>```")) {
                dead.add(site.relativize(page) + ": a block whose first line MkDocs does not know, e.g. ```text name");
            }
            for (MatchResult link : LINKS.matcher(html).results().toList()) {
                String target = link.group(2).replace("&amp;", "&");
                if (!isFound(page, link.group(1), target, ids)) {
                    dead.add(site.relativize(page) + ": " + target);
                }
            }
        }
        assertThat(pages()).hasSizeGreaterThan(120);
        assertThat(dead).isEmpty();
    }

    private static boolean isFound(Path page, String element, String target, Map<Path, Set<String>> ids)
            throws IOException {
        if (target.matches("[a-z]+:.*") || target.startsWith("//")) {
            return element.equals("a"); // nothing is loaded from elsewhere
        }
        int hash = target.indexOf('#');
        String path = hash < 0 ? target : target.substring(0, hash);
        Path file = path.isEmpty()
                ? page
                : (path.startsWith("/")
                                ? site.resolve(path.substring(1))
                                : page.getParent().resolve(path))
                        .normalize();
        file = Files.isDirectory(file) ? file.resolve("index.html") : file;
        if (!Files.isRegularFile(file)) {
            return false;
        }
        return hash < 0 || hash == target.length() - 1 || ids(file, ids).contains(target.substring(hash + 1));
    }

    private static Set<String> ids(Path file, Map<Path, Set<String>> known) throws IOException {
        if (!known.containsKey(file)) {
            Set<String> found = new HashSet<>();
            IDS.matcher(Files.readString(file)).results().forEach(id -> found.add(id.group(1)));
            known.put(file, found);
        }
        return known.get(file);
    }

    @Test
    @Tag("N14")
    @DisplayName(
            "the pages load nothing from elsewhere, log no errors, pass axe-core in both colours, and can be searched")
    void pages_inABrowser() throws Exception {
        assumeTrue(
                BrowserProcesses.executable().isPresent(),
                "SKIPPED, and it should not be: there is no browser: apt-get install chromium");
        Path axe = AgUiJudges.FOLDER.resolve("node_modules/axe-core/axe.min.js");
        assumeTrue(
                Files.exists(axe),
                "SKIPPED, and it should not be: npm ci --prefix checks/integration-tests/src/test/agui");
        try (Browser browser = new Browser()) {
            for (String page : PAGES) {
                Browser.Tab tab = browser.open(address(page).toString());
                tab.await("document.readyState === 'complete' && document.querySelector('article h1')");
                tab.eval(Files.readString(axe));
                tab.eval("document.head.append(Object.assign(document.createElement('style'),"
                        + " { textContent: '* { transition: none !important; }' }))");
                for (String colours : List.of("default", "slate")) {
                    tab.eval("document.body.setAttribute('data-md-color-scheme', '" + colours + "')");
                    String rules = colours.equals("default") ? "{}" : "{ runOnly: ['color-contrast'] }";
                    Json found = tab.drawn(
                            "axe.run(" + rules + ").then(r => r.violations.map(v => v.id + ': '"
                                    + " + v.nodes.slice(0, 3).map(n => n.html.slice(0, 300) + ' ' + n.target + ' ' + n.failureSummary).join('; ')))");
                    assertThat(found.elements().stream().map(Json::asText))
                            .as("%s, %s", page, colours)
                            .isEmpty();
                }
                tab.close();
            }
            Browser.Tab tab = browser.open(address("index.html").toString());
            tab.await("document.readyState === 'complete'");
            tab.eval("document.querySelector('.md-search__input').focus()");
            tab.awaitText(".md-search-result__meta", "Type to start searching"); // the index has been loaded
            tab.keys("approval"); // after that it listens for keys alone
            tab.await("document.querySelectorAll('.md-search-result__item').length > 3");
            tab.screenshot(PageTest.SHOTS.resolve("site-search.png"));
            assertThat(browser.requests)
                    .allMatch(request -> request.startsWith(address("").toString())
                            || request.startsWith("blob:")
                            || request.startsWith("data:")
                            || request.startsWith("about:"));
            assertThat(browser.log) // the theme warns of a single letter, which is typed slowly here
                    .allMatch(entry -> entry.contains("\"text\":\"Invalid query: a"));
        }
    }
}
