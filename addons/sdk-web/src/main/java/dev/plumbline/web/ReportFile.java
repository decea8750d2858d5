package dev.plumbline.web;

import dev.plumbline.conversation.ConversationEntry;
import dev.plumbline.conversation.ConversationTree;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import dev.plumbline.metrics.AiMetrics;
import dev.plumbline.metrics.AiMetricsService;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes one file of the page and the data of a session. The policy of the file allows its script and style by their hash, and nothing else. */
final class ReportFile {
    private static final String ICON = "  <link rel=\"icon\" href=\"/icon.svg\" type=\"image/svg+xml\">\n";
    private static final String STYLE = "<link rel=\"stylesheet\" href=\"/page.css\">";
    private static final String SCRIPT = "<script type=\"module\" src=\"/page.js\"></script>";
    private static final String TITLE = "<title>Plumbline</title>";
    private static final String SEARCH = "data-label=\"search\"";
    private static final String BODY = "<body>";
    private static final String END = "</body>";

    /** The id of the conversation where a program may have given it a name. */
    private static final String ALONE = "1";

    private ReportFile() {}

    /**
     * Returns the file.
     *
     * @param words whether the text of messages is in it
     */
    static String write(ConversationTree tree, List<TelemetryEvent> events, boolean words) {
        String style = PageFiles.text("page.css");
        String script = ScriptModules.joined();
        String policy = "default-src 'none'; script-src '" + hash(script) + "'; style-src '" + hash(style)
                + "'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
        String page = replaced(PageFiles.text("index.html"), ICON, "");
        page = replaced(page, STYLE, "<style>" + style + "</style>");
        page = replaced(page, SCRIPT, "<script type=\"module\">" + script + "</script>");
        page = replaced(
                page,
                TITLE,
                "<meta http-equiv=\"Content-Security-Policy\" content=\"" + policy + "\">\n"
                        + "  <title>Plumbline session report</title>");
        page = replaced(page, SEARCH, "data-label=\"searchHere\"");
        page = replaced(page, BODY, "<body class=\"report" + (words ? "" : " lengths") + "\">");
        return replaced(
                page,
                END,
                "<noscript>This report is drawn by a script.</noscript>\n"
                        + "<script type=\"application/json\" id=\"report-data\">"
                        + inScript(data(tree, events, words)) + "</script>\n" + END);
    }

    private static String replaced(String page, String before, String after) {
        int at = page.indexOf(before);
        if (at < 0) {
            throw new IllegalStateException("index.html has no " + before);
        }
        return page.substring(0, at) + after + page.substring(at + before.length());
    }

    private static Json data(ConversationTree tree, List<TelemetryEvent> events, boolean words) {
        Map<String, ConversationEntry> heads = tree.heads();
        String branch = heads.containsKey(ConversationTree.MAIN)
                ? ConversationTree.MAIN
                : heads.keySet().iterator().next();
        AiMetrics numbers = AiMetricsService.metricsOf(events);
        return Json.object()
                .with("id", words ? numbers.ids().session() : ALONE)
                .with("branch", words ? branch : ConversationJson.numbers(tree).get(branch))
                .with("title", words ? ConversationJson.title(tree.path(branch)) : "")
                .with("tree", words ? ConversationJson.tree(tree, -1) : ConversationJson.lengths(tree))
                .with("rows", ReportRows.of(tree, words))
                .with(
                        "why",
                        WhyJson.of(
                                events, numbers, SpendingDescription.of(events).text(), Optional.empty()));
    }

    /** Returns JSON that cannot end its element: outside of texts it has no such character. */
    private static String inScript(Json json) {
        return json.text().replace("<", "\\u003c");
    }

    private static String hash(String text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
