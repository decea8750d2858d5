package dev.plumbline.integration.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.policy.Policy.FailureMode;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.testkit.InMemorySessionStore;
import dev.plumbline.testkit.server.OpenAiChatScript;
import dev.plumbline.testkit.server.ScriptedServer;
import dev.plumbline.testkit.server.ServerRequest;
import dev.plumbline.testkit.server.ServerResponse;
import dev.plumbline.tool.AiTool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The files that are on the path of a call: those on the stacks at the provider, the socket, the store, a tool and a view during one
 * turn with a tool, and on the stacks of the threads that wait for them. {@code -Dplumbline.page=write} writes the page.
 */
class CallPathTest {
    private static final Pattern OURS = Pattern.compile("^dev\\.plumbline\\.(?!testkit\\.|integration\\.)");

    private static final Pattern TABLE = Pattern.compile("\\| at \\| files .*\n\\|---\\|---\\|\n((?:\\|.*\n)*)");

    private static final Pattern NAME = Pattern.compile("`(\\w+)`");

    private static final String[] PLACES = {"provider", "socket", "answer", "store", "tool", "view"};

    /** The most files that a reader of a call has to know. */
    private static final int MOST = 40;

    /** The files on the stacks at each place, outermost first. */
    private final Map<String, Set<String>> places = Collections.synchronizedMap(new LinkedHashMap<>());

    private final Thread program = Thread.currentThread();

    /** The thread of the turn, and when it hands over, it waits. */
    private volatile Thread turn = program;

    /** Notes the files on the stacks of these threads. */
    private void note(String place, Thread... threads) {
        Set<String> files = places.computeIfAbsent(place, none -> new LinkedHashSet<>());
        for (Thread thread : threads) {
            if (thread == program && thread != Thread.currentThread()) {
                await("the program waits for the turn", thread, CallPathTest::waits);
            }
            List<StackTraceElement> frames = Arrays.asList(thread.getStackTrace());
            Collections.reverse(frames);
            frames.stream()
                    .map(StackTraceElement::getClassName)
                    .filter(OURS.asPredicate())
                    .map(name -> name.replaceAll("\\$.*", ""))
                    .forEach(files::add);
        }
    }

    private static void await(String what, Thread thread, Predicate<Thread> reached) {
        long end = System.nanoTime() + Duration.ofSeconds(30).toNanos();
        while (!reached.test(thread)) {
            assertThat(System.nanoTime())
                    .as("%s: %s", what, List.of(thread.getStackTrace()))
                    .isLessThan(end);
            Thread.onSpinWait();
        }
    }

    private static boolean reads(Thread thread) {
        return Stream.of(thread.getStackTrace())
                .anyMatch(frame -> frame.getClassName().startsWith("sun.nio.ch.")
                        && frame.getMethodName().equals("read"));
    }

    private static boolean waits(Thread thread) {
        return thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING;
    }

    /** Asks the provider of a service, and notes where it is called and where its answer is passed on. */
    private final class NotingProvider implements AiProvider {
        private final AiProvider inner;

        NotingProvider(AiProvider inner) {
            this.inner = inner;
        }

        @Override
        public String id() {
            return inner.id();
        }

        @Override
        public String defaultModel() {
            return inner.defaultModel();
        }

        @Override
        public AiReturn call(AiCall call) {
            turn = Thread.currentThread();
            note("provider", program, turn);
            return inner.call(call.withSink(delta -> {
                note("answer", turn);
                call.sink().accept(delta);
            }));
        }

        @Override
        public void close() {
            inner.close();
        }
    }

    record Wall(String id) {}

    private void turn() {
        try (ScriptedServer server = ScriptedServer.openAiChat()) {
            NotingProvider provider = new NotingProvider(OpenAiChat.builder("m")
                    .apiKey(Secret.of("key".toCharArray()))
                    .baseUrl(server.address().toString())
                    .build());
            OpenAiChatScript script = OpenAiChatScript.create()
                    .callsTool("measure", Map.of("id", "w1"))
                    .says("4 m");
            server.otherwise(request -> answered(script, request));
            InMemorySessionStore store = InMemorySessionStore.of(new TreeMap<>())
                    .withAppending(records -> note("store", program, Thread.currentThread()));
            try (AiRuntime ai = AiRuntime.builder()
                    .addProvider(provider)
                    .journal(store, FailureMode.FAIL)
                    .addTools(AiTool.of("measure", "Measures the wall.", Wall.class, (wall, context) -> measured()))
                    .addView(new NotingView())
                    .build()) {
                assertThat(ai.send(
                                        "How long is the wall?",
                                        SessionOptions.builder().journal(true).build())
                                .text())
                        .isEqualTo("4 m");
            }
        }
    }

    private ServerResponse answered(OpenAiChatScript script, ServerRequest request) {
        await("the call waits at the socket", turn, CallPathTest::reads);
        note("socket", turn);
        return script.apply(request);
    }

    private String measured() {
        await("the turn waits for the tool", turn, CallPathTest::waits);
        note("tool", turn, Thread.currentThread());
        return "4 m";
    }

    /** Notes where it is called. */
    private final class NotingView implements ConversationObserver {
        @Override
        public void onText(String piece) {
            note("view", Thread.currentThread());
        }
    }

    /** Returns the rows of the page: for each place the files that no row before it has. */
    private String rows() {
        StringBuilder rows = new StringBuilder();
        Set<String> named = new LinkedHashSet<>();
        for (String place : PLACES) {
            rows.append("| ").append(place).append(" | ");
            rows.append(places.get(place).stream()
                    .map(CallPathTest::simpleName)
                    .filter(named::add)
                    .map(file -> "`" + file + "`")
                    .collect(Collectors.joining(" · ")));
            rows.append(" |\n");
        }
        return rows.toString();
    }

    private static String simpleName(String type) {
        return type.substring(type.lastIndexOf('.') + 1);
    }

    @Test
    @DisplayName(
            "A17 the page names the files of a call: those on the stacks at provider, socket, store, tool and view")
    void a17_filesOfACall_areThoseOfThePage() throws IOException {
        turn();
        assertThat(places).containsOnlyKeys(PLACES);
        Set<String> all = places.values().stream()
                .flatMap(Set::stream)
                .map(CallPathTest::simpleName)
                .collect(Collectors.toCollection(TreeSet::new));
        Path page = CompiledProject.folder().resolve("docs/architecture.md");
        String text = Files.readString(page);
        Matcher table = TABLE.matcher(text);
        assertThat(table.find()).isTrue();
        if ("write".equals(System.getProperty("plumbline.page"))) {
            Files.writeString(page, text.substring(0, table.start(1)) + rows() + text.substring(table.end(1)));
        } else {
            List<String> listed = NAME.matcher(table.group(1))
                    .results()
                    .map(name -> name.group(1))
                    .toList();
            assertThat(listed)
                    .as("write them with -Dplumbline.page=write:\n%s", rows())
                    .containsExactlyInAnyOrderElementsOf(all);
        }
        assertThat(all).hasSizeLessThanOrEqualTo(MOST);
    }
}
