package dev.plumbline.session.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.policy.internal.ContextSnapshot;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.ThreadAffinity;
import dev.plumbline.ui.HostApplication;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How context sources are asked: by whom, on which thread, for how long. */
class ContextReaderTest {
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<EngineFixture> opened = new AtomicReference<>();

    @AfterEach
    void close() {
        over.countDown();
        opened.get().close();
    }

    private EngineFixture fixture(UnaryOperator<EngineSettings> more) {
        EngineFixture fixture = new EngineFixture(more);
        opened.set(fixture);
        return fixture;
    }

    private EngineFixture asking(ContextSource... sources) {
        return fixture(b -> b.contexts(List.of(sources)));
    }

    private static ContextSnapshot snapshot(EngineFixture fixture, String filter) {
        fixture.provider.says("Done.");
        ConversationSession session = fixture.open(
                AiBody.builder().addSystem("You draw.").contextFilter(filter).build());
        assertThat(session.send("Go.").isOk()).isTrue();
        return fixture.provider.calls().get(0).attribute(ContextSnapshot.KEY).orElseThrow();
    }

    private static List<String> failures(EngineFixture fixture) {
        return fixture.telemetry.stream()
                .filter(TelemetryEvent.ExtensionFailed.class::isInstance)
                .map(TelemetryEvent.ExtensionFailed.class::cast)
                .map(event ->
                        event.extension().text() + " " + event.causeClass().text())
                .toList();
    }

    private Object block() {
        try {
            over.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "late";
    }

    @Test
    void late_isLeftOutAndTheTurnGoesOn() {
        AtomicReference<EngineFixture> fixture = new AtomicReference<>();
        fixture.set(asking(ContextSource.of("units", () -> "mm"), ContextSource.of("slow", () -> {
            while (fixture.get().clock.pending() > 2) {
                Thread.onSpinWait(); // until only the turn and this source have a limit: the other has given its fact
            }
            fixture.get().clock.advance(Duration.ofSeconds(2));
            return block();
        })));
        ContextSnapshot snapshot = snapshot(fixture.get(), "*");
        assertThat(snapshot.values()).containsOnlyKeys("units");
        assertThat(snapshot.missing()).containsExactly("slow");
        assertThat(failures(fixture.get())).containsExactly("slow java.util.concurrent.TimeoutException");
    }

    @Test
    @Tag("H42")
    void timeout_isTheSourcesOwn() {
        AtomicReference<EngineFixture> fixture = new AtomicReference<>();
        fixture.set(asking(ContextSource.of("patient", () -> {
                    fixture.get().clock.advance(Duration.ofSeconds(9));
                    return "there";
                })
                .withTimeout(Duration.ofSeconds(10))));
        assertThat(snapshot(fixture.get(), "*").values()).containsOnlyKeys("patient");
        assertThat(failures(fixture.get())).isEmpty();
    }

    @Test
    void lateResource_isUnread() {
        AtomicReference<EngineFixture> fixture = new AtomicReference<>();
        fixture.set(asking(ContextSource.resource("drawing", () -> {
            fixture.get().clock.advance(Duration.ofSeconds(2));
            block();
            return "hash";
        })));
        assertThat(snapshot(fixture.get(), "").missingEssential()).containsExactly("drawing");
    }

    @Test
    @Tag("D12")
    void document_isSentAndKeyed_andUnknownWhenItCannotBeRead() {
        AtomicReference<String> revision = new AtomicReference<>("7");
        EngineFixture fixture = asking(ContextSource.document(() -> "plan", revision::get));
        assertThat(snapshot(fixture, "document").values())
                .containsEntry("document", Json.parse("{\"id\":\"plan\",\"revision\":\"7\"}"));
        assertThat(snapshot(fixture, "document").missingEssential()).isEmpty();
        EngineFixture broken = asking(ContextSource.document(() -> "plan", () -> {
            throw new IllegalStateException("no plan");
        }));
        assertThat(snapshot(broken, "document").missingEssential())
                .as("nothing is cached then")
                .containsExactly("document");
    }

    @Test
    void cancel_isNotHeldUpByASource() {
        CountDownLatch reading = new CountDownLatch(1);
        EngineFixture fixture = asking(ContextSource.of("slow", () -> {
            reading.countDown();
            return block();
        }));
        ConversationSession session = fixture.open(
                AiBody.builder().addSystem("You draw.").contextFilter("*").build());
        fixture.threads.execute(() -> {
            ignoring(reading);
            session.cancel("enough");
        });
        AiReturn ret = session.send("Go.");
        assertThat(ret.error().orElseThrow().category().name()).isEqualTo("CANCELLED");
        assertThat(fixture.provider.calls()).isEmpty();
    }

    private static void ignoring(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void uiSources_areReadThereInOneVisit() {
        ExecutorService ui = Executors.newSingleThreadExecutor(task -> new Thread(task, "ui"));
        AtomicInteger visits = new AtomicInteger();
        List<String> threads = new ArrayList<>();
        HostApplication host = HostApplication.of(
                task -> {
                    visits.incrementAndGet();
                    ui.execute(task);
                },
                () -> Thread.currentThread().getName().equals("ui"));
        ContextSource outline = ContextSource.of("outline", () -> named(threads));
        ContextSource selection =
                ContextSource.of("selection", () -> named(threads)).withVolatile(true);
        EngineFixture fixture = fixture(b -> b.host(host)
                .contexts(List.of(
                        outline.withAffinity(ThreadAffinity.UI_THREAD), selection.withAffinity(ThreadAffinity.AUTO))));
        ContextSnapshot snapshot = snapshot(fixture, "*");
        ui.shutdown();
        assertThat(snapshot.values()).containsOnlyKeys("outline", "selection");
        assertThat(threads).containsExactly("ui", "ui");
        assertThat(visits).hasValue(1);
    }

    private static String named(List<String> threads) {
        threads.add(Thread.currentThread().getName());
        return "there";
    }

    @Test
    void uiSource_withoutAHost_isRefused() {
        ContextSource outline = ContextSource.of("outline", () -> "a wall");
        asking(outline.withAffinity(ThreadAffinity.AUTO));
        assertThatIllegalStateException()
                .isThrownBy(() -> EngineSettings.of(
                                PolicyChain.builder().build(ScriptedProvider.create()), opened.get().tools)
                        .contexts(List.of(outline.withAffinity(ThreadAffinity.UI_THREAD)))
                        .model(new ModelId("scripted", "script"))
                        .build())
                .withMessageContaining("outline")
                .withMessageContaining("host(…)");
    }

    @Test
    void filter_choosesByNameAndOwner() {
        EngineFixture fixture = asking(
                ContextSource.of("units", () -> "mm"),
                ContextSource.of("doors", () -> "two").withOwner("com.acme.doors"),
                ContextSource.of("walls", () -> "four").withOwner("com.acme.doors"));
        assertThat(snapshot(fixture, "@com.acme.*, -walls").values()).containsOnlyKeys("doors");
    }

    @Test
    void filter_thatNamesWhatIsNotThere_isReportedAsMissing() {
        EngineFixture fixture = asking(ContextSource.of("units", () -> "mm"), ContextSource.of("empty", Map::of));
        assertThat(snapshot(fixture, "units, empty, layer, other_*, @nobody").missing())
                .containsExactly("empty", "layer");
    }

    @Test
    void order_isTheGivenOne_changingOnesLast() {
        EngineFixture fixture = asking(
                ContextSource.of("zoom", () -> 1).withVolatile(true),
                ContextSource.of("units", () -> "mm"),
                ContextSource.of("area", () -> 20),
                ContextSource.of("cursor", () -> 3).withVolatile(true));
        ContextSnapshot snapshot = snapshot(fixture, "*");
        assertThat(snapshot.values().keySet()).containsExactly("units", "area", "zoom", "cursor");
    }

    @Test
    void limit_thatIsNone_isRefused() {
        opened.set(new EngineFixture());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContextSource.of("units", () -> "mm").withTimeout(Duration.ZERO));
    }
}
