package dev.plumbline.integration.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.plumbline.integration.BrowserProcesses;
import dev.plumbline.json.Json;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.AiTool;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.web.WebInspector;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a tool asks a person for, answered in a browser by keys and by mouse; and what it tells. */
@Tag("external")
class PageQuestionsTest {
    private static final Json WINDOW = Json.parse("""
            {"type": "object", "properties": {"width": {"type": "integer", "minimum": 1}}, "required": ["width"],
             "additionalProperties": false}""");

    @TempDir
    Path folder;

    private final LiveModel model = new LiveModel();
    private final VirtualClock clock = VirtualClock.create();
    private final BlockingQueue<InputRequest<?>> requests = new LinkedBlockingQueue<>();
    private final BlockingQueue<InputRequest.Reply<?>> replies = new LinkedBlockingQueue<>();
    private Browser browser;
    private AiRuntime ai;
    private WebInspector web;
    private Browser.Tab tab;

    record Nothing() {}

    @BeforeEach
    void open() throws Exception {
        assumeTrue(
                BrowserProcesses.executable().isPresent(),
                "SKIPPED, and it should not be: there is no browser: apt-get install chromium");
        browser = new Browser();
        ai = AiRuntime.builder()
                .addProvider(model)
                .addTools(AiTool.of("ask_person", "Asks.", Nothing.class, (none, call) -> {
                    replies.add(call.ask(requests.remove()));
                    return "asked";
                }))
                .addTools(AiTool.of("tell", "Tells.", Nothing.class, (none, call) -> {
                    call.publish(Json.of("Half of the <b>walls</b>"));
                    call.publish(Json.object().with("text", "All \u202Ewalls").with("number", 12));
                    call.publish(Json.object().with("number", 13));
                    return "told";
                }))
                .questionHandler(question -> {})
                .clock(clock)
                .build();
        web = WebInspector.open(ai);
        tab = browser.open(web.address().toString());
        tab.awaitText("#connection", "Connected");
    }

    @AfterEach
    void close() throws Exception {
        web.close();
        ai.close();
        browser.close();
    }

    /** Lets a tool ask, and waits until the page shows the question. */
    private void ask(InputRequest<?> request) {
        requests.add(request);
        model.call(0, "ask_person", "{}").endWithTools().text("Thank you.").end();
        say("Go on");
        tab.awaitText("article.approval", request.question());
    }

    private void say(String text) {
        tab.click("#text", "document.activeElement.id === 'text'");
        tab.type(text);
        tab.key("Enter", 13);
    }

    /** Waits until the turn goes on and is over, and returns what the tool got. */
    private InputRequest.Reply<?> reply() throws InterruptedException {
        tab.await("!document.querySelector('article.approval') && document.querySelector('#stop').disabled");
        assertThat(tab.text("#rows")).contains("Thank you.");
        InputRequest.Reply<?> reply = replies.poll(1, TimeUnit.MINUTES);
        assertThat(replies).isEmpty();
        return reply;
    }

    /** Goes to the next element by the keyboard until it is the one that is wanted. */
    private void tabTo(String expression) {
        for (int i = 0; i < 60; i++) {
            if (tab.eval("Boolean(" + expression + ")").asBoolean()) {
                return;
            }
            tab.key("Tab", 9);
        }
        throw new AssertionError("no key leads to " + expression);
    }

    private static InputRequest.Reply<Object> answered(Object value) {
        return new InputRequest.Reply<>(Optional.of(value), InputRequest.Reply.Outcome.ANSWERED);
    }

    @Test
    @DisplayName("AG54 a choice is a button for each option: by mouse and by keys")
    void ag54_choice_isMadeByMouseAndKeys() throws Exception {
        InputRequest<String> request = InputRequest.choice("Which wood?", List.of("oak", "ash <b>"));
        ask(request);
        assertThat(tab.eval("[...document.querySelectorAll('article.approval button')].map(b => b.innerText).join()")
                        .asText())
                .isEqualTo("oak,ash <b>");
        assertThat(tab.count("article.approval input")).isZero();
        tab.click("article.approval button:nth-of-type(2)", "!document.querySelector('article.approval')");
        assertThat(reply()).isEqualTo(answered("ash <b>"));

        ask(request);
        tab.eval("document.querySelector('#text').focus()");
        tabTo("document.activeElement.innerText === 'oak'");
        tab.key("Enter", 13);
        assertThat(reply()).isEqualTo(answered("oak"));
        assertThat(browser.log).isEmpty();
    }

    @Test
    @DisplayName("AG55 a text is sent as it is written, also one that looks like JSON; a suggestion is changed by keys")
    void ag55_text_isWritten() throws Exception {
        ask(InputRequest.text("Which name?").withDefault("plan"));
        assertThat(tab.eval("document.querySelector('article.approval input').value")
                        .asText())
                .isEqualTo("plan");
        tab.eval("document.querySelector('#text').focus()");
        tabTo("document.activeElement.matches('article.approval input')");
        tab.eval("document.activeElement.select()");
        tab.type("12");
        tabTo("document.activeElement.dataset.option === 'send'");
        tab.key("Enter", 13);
        assertThat(reply()).isEqualTo(answered("12"));
    }

    @Test
    @DisplayName(
            "AG56 a number that does not fit is refused with the reason, and the question stays open with what was written")
    void ag56_number_isCheckedAndTheQuestionStays() throws Exception {
        ask(InputRequest.number("How wide?", 0, 10));
        for (String wrong : List.of("ten", "11")) {
            write(wrong);
            tab.click("[data-option=send]", "document.querySelector('#status').innerText.includes('does not fit')");
            assertThat(tab.eval("document.querySelector('article.approval input').value")
                            .asText())
                    .isEqualTo(wrong);
            tab.eval("document.querySelector('#status').textContent = ''");
        }
        write("2.5");
        tab.click("[data-option=send]", "!document.querySelector('article.approval')");
        assertThat(reply()).isEqualTo(answered(2.5));
    }

    private void write(String text) {
        tab.click("article.approval input", "document.activeElement.matches('article.approval input')");
        tab.eval("document.activeElement.select()");
        tab.type(text);
    }

    @Test
    @DisplayName(
            "AG57 a value that a schema describes is written as JSON and checked by the schema; a person may give no answer")
    void ag57_valueOfASchema_isChecked() throws Exception {
        ask(InputRequest.value("Which window?", WINDOW));
        write("{\"width\": 0}");
        tab.click("[data-option=send]", "document.querySelector('#status').innerText.includes('width')");
        write("{\"width\": 3}");
        tab.click("[data-option=send]", "!document.querySelector('article.approval')");
        assertThat(reply()).isEqualTo(answered(Json.parse("{\"width\":3}")));

        ask(InputRequest.value("Which door?", WINDOW));
        tab.click("[data-option=decline]", "!document.querySelector('article.approval')");
        assertThat(reply()).isEqualTo(new InputRequest.Reply<>(Optional.empty(), InputRequest.Reply.Outcome.DECLINED));
    }

    @Test
    @DisplayName("AG58 when the time of a question is over it is gone from the page, and the default counts")
    void ag58_limit_endsTheQuestionWithItsDefault() throws Exception {
        ask(InputRequest.text("Which name?").withDefault("plan").withTimeout(Duration.ofMinutes(2)));
        assertThat(tab.text("article.approval")).contains("expires at");
        clock.advance(Duration.ofMinutes(2));
        assertThat(reply())
                .isEqualTo(new InputRequest.Reply<>(Optional.of("plan"), InputRequest.Reply.Outcome.EXPIRED));
    }

    @Test
    @DisplayName("AG59 the newest news of a tool have a row with their text; news without a text have none")
    void ag59_news_areShown() throws Exception {
        model.call(0, "tell", "{}").endWithTools().text("Done.").end();
        say("Go on");
        tab.awaitText("#rows", "Done.");
        tab.await("document.querySelector('#stop').disabled");
        assertThat(tab.count("article.news")).isEqualTo(1);
        assertThat(tab.text("article.news"))
                .contains("News", "tell", "All ", "U+202E")
                .doesNotContain("13", "Half");
        tab.screenshot(PageTest.SHOTS.resolve("news.png"));
        assertThat(browser.log).isEmpty();
    }
}
