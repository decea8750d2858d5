package dev.plumbline.integration.web;

import dev.plumbline.integration.BrowserProcesses;
import dev.plumbline.json.Json;
import dev.plumbline.testkit.Await;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A profile of its own in a real browser, driven by the DevTools protocol: it shares no cookies, no storage and no logs with
 * another one. The program is started once and ends with this JVM, because to start it takes longer than most tests.
 */
final class Browser implements AutoCloseable, WebSocket.Listener {
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    /** What the browser answers when a page has gone, or has not come yet, while an expression was on its way. */
    private static final List<String> REPLACED =
            List.of("Inspected target navigated", "Execution context was destroyed", "Cannot find default execution");

    private final WebSocket socket;
    private final String context;
    private final AtomicInteger ids = new AtomicInteger();
    private final Map<Integer, CompletableFuture<Json>> answers = new ConcurrentHashMap<>();
    private final StringBuilder message = new StringBuilder();
    private final Set<String> gone = ConcurrentHashMap.newKeySet();

    /** The requests that pages have sent, and the lines that they have logged. */
    final List<String> requests = new CopyOnWriteArrayList<>();

    final List<String> log = new CopyOnWriteArrayList<>();

    Browser() throws Exception {
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(Program.ADDRESS, this)
                .get(60, TimeUnit.SECONDS);
        context = send(Optional.empty(), "Target.createBrowserContext", Json.object())
                .get("browserContextId")
                .asText();
    }

    /** The address of the program of this JVM. */
    private static final class Program {
        static final URI ADDRESS = startProgram();
    }

    private static URI startProgram() {
        try {
            Path profile = Files.createTempDirectory("browser");
            Process process = BrowserProcesses.start(
                            profile,
                            "--disable-renderer-backgrounding",
                            "--disable-backgrounding-occluded-windows",
                            "--lang=en",
                            "--window-size=1400,900",
                            "about:blank")
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> BrowserProcesses.end(process, profile)));
            return address(process);
        } catch (Exception failed) {
            throw new IllegalStateException("the browser does not start", failed);
        }
    }

    private static URI address(Process process) throws Exception {
        BufferedReader errors = process.errorReader(StandardCharsets.UTF_8);
        CompletableFuture<URI> found = new CompletableFuture<>();
        Thread reader = new Thread(() -> errors.lines()
                .filter(line -> line.contains("DevTools listening on "))
                .forEach(line -> found.complete(URI.create(line.substring(line.indexOf("ws://"))))));
        reader.setDaemon(true);
        reader.start();
        return found.get(60, TimeUnit.SECONDS);
    }

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
        message.append(data);
        if (last) {
            Json json = Json.parse(message.toString());
            message.setLength(0);
            received(json);
        }
        from.request(1);
        return null;
    }

    private void received(Json json) {
        if (json.get("id").exists()) {
            answers.remove(json.get("id").asInt()).complete(json);
        } else if (json.get("method").asText().equals("Target.detachedFromTarget")) {
            gone.add(json.at("/params/sessionId").asText());
        } else if (json.get("method").asText().equals("Network.requestWillBeSent")) {
            requests.add(json.at("/params/request/url").asText());
        } else if (json.get("method").asText().equals("Runtime.exceptionThrown")) {
            log.add(json.at("/params/exceptionDetails").text());
        } else if (json.get("method").asText().equals("Log.entryAdded")) {
            log.add(json.at("/params/entry").text());
        }
    }

    private Json send(Optional<String> session, String method, Json parameters) {
        int id = ids.incrementAndGet();
        CompletableFuture<Json> answer = new CompletableFuture<>();
        answers.put(id, answer);
        Json request = Json.object().with("id", id).with("method", method).with("params", parameters);
        String text = session.map(page -> request.with("sessionId", page))
                .orElse(request)
                .text();
        synchronized (socket) {
            socket.sendText(text, true).join();
        }
        try {
            Json got = answer.get(90, TimeUnit.SECONDS);
            if (!got.get("error").exists()) {
                return got.get("result");
            }
            String error = method + ": " + got.get("error").text();
            throw REPLACED.stream().anyMatch(error::contains) ? new PageReplaced(error) : new AssertionError(error);
        } catch (Exception failed) {
            throw new AssertionError(method + " was not answered", failed);
        }
    }

    /** Opens a page in a tab of its own. */
    Tab open(String address) {
        String target = send(
                        Optional.empty(),
                        "Target.createTarget",
                        Json.object()
                                .with("url", "about:blank")
                                .with("browserContextId", context)
                                .with("newWindow", true)
                                .with("width", 1400)
                                .with("height", 900))
                .get("targetId")
                .asText();
        String session = send(
                        Optional.empty(),
                        "Target.attachToTarget",
                        Json.object().with("targetId", target).with("flatten", true))
                .get("sessionId")
                .asText();
        Tab tab = new Tab(session, target);
        List.of("Page.enable", "Runtime.enable", "Network.enable", "Log.enable")
                .forEach(domain -> tab.send(domain, Json.object()));
        tab.send("Page.navigate", Json.object().with("url", address));
        return tab;
    }

    /** Closes all tabs and deletes the profile; from then on nothing is logged or requested. */
    @Override
    public void close() {
        send(Optional.empty(), "Target.disposeBrowserContext", Json.object().with("browserContextId", context));
        socket.abort();
    }

    /** A page was replaced by another one before it had answered. */
    private static final class PageReplaced extends AssertionError {
        private static final long serialVersionUID = 1;

        PageReplaced(String message) {
            super(message);
        }
    }

    /** A tab. */
    final class Tab {
        private final String session;
        private final String target;

        Tab(String session, String target) {
            this.session = session;
            this.target = target;
        }

        /** Closes the tab and waits until it is closed: from then on it logs and requests nothing. */
        void close() {
            Browser.this.send(
                    Optional.empty(), "Target.closeTarget", Json.object().with("targetId", target));
            Await.until(() -> gone.contains(session), () -> "the tab does not close");
        }

        Json send(String method, Json parameters) {
            return Browser.this.send(Optional.of(session), method, parameters);
        }

        /** Returns the value of an expression; waits for promises. */
        Json eval(String expression) {
            Json result = send(
                    "Runtime.evaluate",
                    Json.object()
                            .with("expression", expression)
                            .with("awaitPromise", true)
                            .with("returnByValue", true));
            if (result.get("exceptionDetails").exists()) {
                throw new AssertionError(
                        expression + ": " + result.get("exceptionDetails").text());
            }
            return result.at("/result/value");
        }

        /** Returns the value of an expression after the page has drawn what it knows: it draws once in a frame. */
        Json drawn(String expression) {
            return eval("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => "
                    + expression + ")");
        }

        String text(String selector) {
            return drawn("document.querySelector('" + selector + "')?.innerText ?? ''")
                    .asText();
        }

        int count(String selector) {
            return drawn("document.querySelectorAll('" + selector + "').length").asInt();
        }

        /** Waits until an expression is true. */
        void await(String expression) {
            if (!Await.until(() -> holds(expression), PATIENCE)) {
                throw new AssertionError("never true: " + expression + "; the page shows "
                        + eval("document.body.innerText.slice(0, 2000)").asText() + log);
            }
        }

        void awaitText(String selector, String text) {
            await("(document.querySelector('" + selector + "')?.innerText ?? '').includes("
                    + Json.of(text).text() + ")");
        }

        private boolean holds(String expression) {
            try {
                return eval("Boolean(" + expression + ")").asBoolean();
            } catch (PageReplaced loading) {
                return false;
            }
        }

        /** Clicks an element once with the mouse, as soon as it stands still and nothing is above it. */
        void click(String selector) {
            await("document.querySelector('" + selector + "')");
            Await.until(
                    () -> reached(selector),
                    () -> "no click reaches " + selector + "; the page shows "
                            + eval("document.body.innerText.slice(0, 2000)").asText());
        }

        /** Presses and releases the button; false if the element has got no click, because it was drawn again meanwhile. */
        private boolean reached(String selector) {
            Json at = eval("(async () => { const wanted = " + Json.of(selector).text() + ";"
                    + " const frame = () => new Promise(requestAnimationFrame);"
                    + " window.reached ?? addEventListener('click', e => { window.reached ||= Boolean(e.target.closest?.(window.wanted)); }, true);"
                    + " window.wanted = wanted; window.reached = false;"
                    + " for (let i = 0; i < 600; i++) { const e = document.querySelector(wanted);"
                    + " e?.scrollIntoView({block: 'nearest'}); const a = e?.getBoundingClientRect(); await frame(); await frame();"
                    + " const b = e?.getBoundingClientRect(); if (e?.isConnected && a.x === b.x && a.y === b.y)"
                    + " return {x: b.x + b.width / 2, y: b.y + b.height / 2}; } })()");
            if (!at.exists()) {
                return false;
            }
            for (String type : List.of("mousePressed", "mouseReleased")) {
                send(
                        "Input.dispatchMouseEvent",
                        at.with("type", type).with("button", "left").with("clickCount", 1));
            }
            return eval("window.reached").asBoolean();
        }

        /** Clicks an element once and waits until an expression is true. */
        void click(String selector, String until) {
            click(selector);
            await(until);
        }

        /** Puts text in where the focus is, at once, as pasting does: without events of keys. */
        void type(String text) {
            send("Input.insertText", Json.object().with("text", text));
        }

        /** Types letters where the focus is, each with a key of its own. */
        void keys(String letters) {
            letters.chars().mapToObj(Character::toString).forEach(letter -> {
                Json event = Json.object().with("key", letter);
                send("Input.dispatchKeyEvent", event.with("type", "keyDown").with("text", letter));
                send("Input.dispatchKeyEvent", event.with("type", "keyUp"));
            });
        }

        /** Presses a key. */
        void key(String key, int code) {
            Json event = Json.object().with("key", key).with("code", key).with("windowsVirtualKeyCode", code);
            send(
                    "Input.dispatchKeyEvent",
                    key.equals("Enter")
                            ? event.with("type", "keyDown").with("text", "\r")
                            : event.with("type", "rawKeyDown"));
            send("Input.dispatchKeyEvent", event.with("type", "keyUp"));
        }

        void screenshot(Path file) throws IOException {
            String data = send("Page.captureScreenshot", Json.object().with("format", "png"))
                    .get("data")
                    .asText();
            Files.createDirectories(file.getParent());
            Files.write(file, Base64.getDecoder().decode(data));
        }
    }
}
