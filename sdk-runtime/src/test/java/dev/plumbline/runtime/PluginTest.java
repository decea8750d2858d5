package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.SessionOptions;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.event.AiException;
import dev.plumbline.plugin.Contributions;
import dev.plumbline.plugin.Hook;
import dev.plumbline.plugin.Plugin;
import dev.plumbline.plugin.Plugin.PluginStatus;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.Await;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.jar.Manifest;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Plugins in a runtime: what sessions have of them, and when. */
class PluginTest {
    private static final ClassLoader HERE = PluginTest.class.getClassLoader();
    private static final AiBody BODY =
            AiBody.builder().toolFilter("*").contextFilter("*").build();
    private static final String TOADS = """
            package toads;
            import dev.plumbline.plugin.*;
            public final class Toads implements Plugin {
                public Toads() {
                    System.setProperty("toads.home", Toads.class.getProtectionDomain().getCodeSource().getLocation().toString());
                }
                public Manifest manifest() { return Manifest.of("toads", "1.0").withContributes(ContributionKind.CONTEXT); }
                public void contribute(Contributions to) { to.addContext("toads", () -> 3); }
            }
            """;

    private static final Set<Thread.State> WAITS_OR_ENDED = EnumSet.of(Thread.State.WAITING, Thread.State.TERMINATED);

    private final ScriptedProvider model = ScriptedProvider.create();
    private final List<String> log = Collections.synchronizedList(new ArrayList<>());

    @TempDir
    private Path folder;

    record Nothing() {}

    private static AiTool tool(String name) {
        return AiTool.of(name, "Does " + name + ".", Nothing.class, (none, context) -> "done");
    }

    private static BiConsumer<Plugin.Context, Contributions> tools(String... names) {
        return (context, to) -> {
            for (String name : names) {
                to.addTools(tool(name));
            }
        };
    }

    private Plugin plugin(String id, BiConsumer<Plugin.Context, Contributions> adds) {
        return new Given(id, log, adds);
    }

    private static final class Given implements Plugin {
        private final String id;
        private final List<String> log;
        private final BiConsumer<Context, Contributions> adds;
        private Context context;

        Given(String id, List<String> log, BiConsumer<Context, Contributions> adds) {
            this.id = id;
            this.log = log;
            this.adds = adds;
        }

        @Override
        public Manifest manifest() {
            return Manifest.of(id, "2.1").withContributes(ContributionKind.values());
        }

        @Override
        public void activate(Context given) {
            log.add("+" + id);
            context = given;
        }

        @Override
        public void contribute(Contributions to) {
            adds.accept(context, to);
        }

        @Override
        public void deactivate() {
            log.add("-" + id);
        }
    }

    private AiRuntime.Builder builder() {
        return AiRuntime.builder().addProvider(model).pluginConfig(settings());
    }

    private Path settings() {
        return folder.resolve("plugins.json");
    }

    private void settings(String text) {
        try {
            Files.writeString(settings(), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The names of the tools that were offered in the newest call. */
    private List<String> offered() {
        return last().tools().stream().map(ToolDefinition::name).toList();
    }

    private AiCall last() {
        return model.calls().get(model.calls().size() - 1);
    }

    private void asks(ConversationSession session) {
        model.says("Yes.");
        assertThat(session.send("Well?").isOk()).isTrue();
    }

    private static List<String> states(AiRuntime ai) {
        return ai.plugins().stream()
                .map(status ->
                        status.id() + " " + status.state() + (status.reason().isEmpty() ? "" : ": " + status.reason()))
                .toList();
    }

    @Test
    void plugin_contributesUnderItsId_andEndsAfterEverySession() {
        AiRuntime ai = builder()
                .addPlugin(plugin(
                        "com.acme.doors",
                        tools("doors")
                                .andThen((context, to) -> to.addContext("count", () -> 7)
                                        .addToolPolicy(
                                                "doors-around", "@com.acme.doors", (call, next) -> next.proceed(call))
                                        .addHook("doors-end", new Hook() {
                                            @Override
                                            public void onTurnFinished(AiReturn ret, Context context) {
                                                log.add("turn " + ret.status());
                                            }
                                        }))))
                .build();
        asks(ai.session(BODY));
        assertThat(offered()).contains("doors");
        assertThat(last().effective().stream().filter(Interaction.Context.class::isInstance))
                .extracting(facts -> ((Interaction.Context) facts).values().keySet())
                .containsExactly(Set.of("count"));
        assertThat(ai.describe())
                .contains("tool      doors @com.acme.doors", "plugin    com.acme.doors 2.1 active", "doors-around");
        model.blocksUntilCancelled("Ye");
        ConversationSession running = ai.session(BODY);
        running.sendAsync("And now?");
        ai.close();
        assertThat(ai.awaitClosed(Duration.ofMinutes(1))).isTrue();
        assertThat(log).startsWith("+com.acme.doors", "turn COMPLETED").endsWith("-com.acme.doors");
    }

    @Test
    @Tag("C122")
    @DisplayName("C122 plugins are enabled and configured by a file that is read again by reload()")
    void settings_countForSessionsOpenedAfterReload() {
        settings("{\"plugins\":{\"b\":{\"enabled\":false}}}");
        BiConsumer<Plugin.Context, Contributions> byConfig =
                (context, to) -> context.config().fields().keySet().forEach(name -> to.addTools(tool(name)));
        try (AiRuntime ai = builder()
                .addPlugin(plugin("a", byConfig))
                .addPlugin(plugin("b", tools("second")))
                .build()) {
            ConversationSession before = ai.session(BODY);
            settings("{\"plugins\":{\"a\":{\"config\":{\"first\":1}}}}");
            ai.session(BODY).close();
            assertThat(states(ai)).containsExactly("a ACTIVE", "b DISABLED: disabled in the settings");
            ai.reload();
            ConversationSession between = ai.session(BODY);
            settings("{\"plugins\":{\"a\":{\"enabled\":false}}}");
            ai.reload();
            ConversationSession after = ai.session(BODY, SessionOptions.none(), own -> own.addTools(tool("own")));

            asks(before);
            assertThat(offered()).isEmpty();
            asks(between);
            assertThat(offered()).contains("first", "second");
            asks(between.fork("side"));
            assertThat(offered()).contains("first", "second");
            asks(after);
            assertThat(offered()).contains("second", "own").doesNotContain("first");
            assertThat(states(ai)).containsExactly("a DISABLED: disabled in the settings", "b ACTIVE");
            assertThat(log).containsExactly("+a", "+b");

            before.close();
            between.close();
            ai.session(BODY).close();
            assertThat(log).as("between's fork is open").containsExactly("+a", "+b");
        }
        assertThat(log).endsWith("-b", "-a");
    }

    @Test
    @Tag("C122")
    @DisplayName("C122 one that is switched off ends when no session has it any more")
    void switchedOff_endsWithItsLastSession() {
        try (AiRuntime ai = builder().addPlugin(plugin("a", tools("first"))).build()) {
            ConversationSession before = ai.session(BODY);
            settings("{\"plugins\":{\"a\":{\"enabled\":false}}}");
            assertThat(ai.reload()).extracting(PluginStatus::state).containsExactly(PluginStatus.State.DISABLED);
            ai.session(BODY).close();
            assertThat(log).containsExactly("+a");
            before.close();
            ai.session(BODY).close();
            assertThat(log).containsExactly("+a", "-a");
        }
    }

    @Test
    @DisplayName("A13 a plugin that was switched off while another thread read the settings stays off")
    void a13_switchedOff_staysOff_whenTwoThreadsReload() throws Exception {
        Gate gate = new Gate();
        try (AiRuntime ai = builder()
                .addPlugin(plugin("a", (context, to) -> to.addHook("gate", gate)))
                .build()) {
            gate.calls.set(0);
            ai.reload();
            Thread second = new Thread(ai::reload);
            gate.last = gate.calls.getAndSet(0);
            gate.then = () -> {
                settings("{\"plugins\":{\"a\":{\"enabled\":false}}}");
                second.start();
                Await.until(() -> WAITS_OR_ENDED.contains(second.getState()), Duration.ofMinutes(1));
            };
            ai.reload();
            second.join();
            assertThat(states(ai)).containsExactly("a DISABLED: disabled in the settings");
            assertThat(ai.describe()).doesNotContain("gate");
        }
    }

    /** A hook that runs something at the last of the calls by which a runtime adds it. */
    private static final class Gate implements Hook {
        private final AtomicInteger calls = new AtomicInteger();
        private volatile int last = -1;
        private volatile Runnable then = () -> {};

        @Override
        public int priority() {
            if (calls.incrementAndGet() == last) {
                then.run();
            }
            return 100;
        }
    }

    @Test
    @DisplayName("A34 a plugin that does not fit is left out whole, and says why")
    void clash_leavesItOut() {
        try (AiRuntime ai = builder()
                .addTools(tool("draw"))
                .addPlugin(plugin("a", tools("erase", "draw")))
                .addPlugin(plugin("b", tools("measure")))
                .addPlugin(plugin(
                        "c", (context, to) -> to.addHook("mine", new Hook() {}).addHook("mine", new Hook() {})))
                .build()) {
            asks(ai.session(BODY));
            assertThat(offered()).contains("draw", "measure").doesNotContain("erase");
            assertThat(states(ai))
                    .hasSize(3)
                    .element(0)
                    .asString()
                    .startsWith("a FAILED: ")
                    .contains("draw");
            assertThat(states(ai))
                    .element(2)
                    .asString()
                    .startsWith("c FAILED: ")
                    .contains("mine");
            assertThat(log).contains("-a", "-c");
        }
    }

    @Test
    void id_thatAnExtensionHas_isRefused() {
        try (AiRuntime ai = builder()
                .addExtension("doors", to -> {})
                .addPlugin(plugin("doors", tools("draw")))
                .build()) {
            assertThat(states(ai)).containsExactly(Given.class.getName() + " FAILED: its id is used twice: doors");
        }
    }

    @Test
    @Tag("A27")
    @DisplayName("A27 no plugin changes nothing, byte for byte")
    void noPlugin_changesNothing() throws Exception {
        settings("{\"strict\":true,\"plugins\":{\"nobody\":{\"config\":{\"x\":1}}}}");
        ScriptedProvider other = ScriptedProvider.create().says("Yes.");
        try (AiRuntime without = AiRuntime.builder()
                        .addProvider(other)
                        .addTools(tool("draw"))
                        .build();
                AiRuntime with = builder()
                        .addTools(tool("draw"))
                        .addPlugins(new URLClassLoader(new URL[0], null))
                        .build()) {
            asks(with.session(BODY));
            asks(without.session(BODY), other);
            assertThat(with.describe()).isEqualTo(without.describe());
            assertThat(last().fingerprint()).isEqualTo(other.calls().get(0).fingerprint());
            assertThat(last().tools()).isEqualTo(other.calls().get(0).tools());
            assertThat(with.plugins()).isEmpty();
        }
        assertThat(folder.resolve("plugins")).doesNotExist();
    }

    private static void asks(ConversationSession session, ScriptedProvider other) {
        assertThat(session.send("Well?").isOk()).isTrue();
        assertThat(other.left()).isZero();
    }

    @Test
    void badSettings_refuseTheBuild_withThePlace() {
        settings("{\"plugins\":{\"a\":7}}");
        assertThatThrownBy(() -> builder().addPlugin(plugin("a", tools())).build())
                .isInstanceOf(AiException.class)
                .hasMessageContaining("expected an object at \"/plugins/a\"");
        assertThat(log).isEmpty();
    }

    @Test
    @DisplayName("A13 settings that are invalid at a reload change nothing, and the caller reads the place")
    void a13_badSettingsLater_areReported_andChangeNothing() {
        AiRuntime ai = builder().addPlugin(plugin("a", tools("first"))).build();
        settings("{\"plugins\":{\"a\":7}}");
        assertThatThrownBy(ai::reload)
                .isInstanceOf(AiException.class)
                .hasMessageContaining("expected an object at \"/plugins/a\"");
        assertThat(states(ai)).containsExactly("a ACTIVE");
        ai.close();
        assertThatThrownBy(ai::reload).hasMessage("this runtime is closed");
    }

    @Test
    @DisplayName("A13 a plugin that reloads while it is activated is left out, and the message says what to do")
    void a13_reloadByAPlugin_isRefused() {
        AtomicReference<AiRuntime> ai = new AtomicReference<>();
        try (AiRuntime made = builder()
                .addPlugin(plugin("a", (context, to) -> {
                    if (ai.get() != null) {
                        ai.get().reload();
                    }
                }))
                .build()) {
            ai.set(made);
            made.reload();
            assertThat(states(made)).containsExactly("a FAILED: contribute() threw java.lang.IllegalStateException");
        }
    }

    @Test
    void endThatHangs_isCounted_notWaitedFor() {
        CountDownLatch never = new CountDownLatch(1);
        AiRuntime ai = builder()
                .addPlugin(new Plugin() {
                    @Override
                    public Manifest manifest() {
                        return Manifest.of("hangs", "1.0");
                    }

                    @Override
                    public void contribute(Contributions to) {}

                    @Override
                    public void deactivate() throws InterruptedException {
                        never.await();
                    }
                })
                .build();
        ai.close();
        assertThat(ai.closed().join().threadsInUserCode()).isEqualTo(1);
        never.countDown();
    }

    private Path jar(String named) throws IOException {
        return new TestJar("toads.Toads", TOADS, Plugin.class).make(folder.resolve("toads.jar"), new Manifest(), named);
    }

    @Test
    @Tag("F136")
    @Tag("D3")
    @DisplayName("136 a plugin is found by the loader that the host names, and by no other")
    void plugins_areFoundByTheNamedLoader() throws Exception {
        try (URLClassLoader loader = new URLClassLoader(
                        new URL[] {jar("toads.Toads\nno.Such").toUri().toURL()}, HERE);
                AiRuntime ai = builder().addPlugins(loader).build();
                AiRuntime other = builder().addPlugins(HERE).build()) {
            assertThat(states(ai))
                    .containsExactly(
                            "toads ACTIVE",
                            "a class listed in META-INF/services FAILED: it could not be created or its manifest could not be read:"
                                    + " java.util.ServiceConfigurationError");
            assertThat(other.plugins()).isEmpty();
        }
    }

    @Test
    @Tag("F136")
    @DisplayName(
            "136 a plugin from a jar that was not approved, or was changed since, is left out; none of its code runs")
    void jar_thatIsNotApproved_isLeftOut() throws Exception {
        System.clearProperty("toads.home");
        Path jar = jar("toads.Toads");
        String approved = TestJar.sha256(jar);
        try (AiRuntime ai =
                builder().addPluginJars(HERE, jar).approveJar(approved).build()) {
            assertThat(states(ai)).containsExactly("toads ACTIVE");
            asks(ai.session(BODY));
            assertThat(System.getProperty("toads.home")).contains("plumbline-jars-");
        }
        System.clearProperty("toads.home");
        jar("toads.Toads # changed");
        try (AiRuntime ai =
                builder().addPluginJars(HERE, jar).approveJar(approved).build()) {
            assertThat(ai.plugins())
                    .extracting(PluginStatus::id, PluginStatus::state)
                    .containsExactly(tuple("toads.jar", PluginStatus.State.FAILED));
            assertThat(ai.plugins().get(0).reason()).contains(TestJar.sha256(jar));
        }
        assertThat(System.getProperty("toads.home")).isNull();
    }
}
