package dev.plumbline.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiEvent;
import dev.plumbline.host.Host;
import dev.plumbline.json.Json;
import dev.plumbline.policy.ContextSnapshot;
import dev.plumbline.policy.ContextSource;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.Affinity;
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
import org.junit.jupiter.api.Test;

/** How context sources are asked: by whom, on which thread, for how long. */
class ContextTest {
    private final CountDownLatch over = new CountDownLatch(1);
    private final AtomicReference<House> opened = new AtomicReference<>();

    @AfterEach
    void close() {
        over.countDown();
        opened.get().close();
    }

    private House house(UnaryOperator<SessionEngineBuilder> more) {
        House house = new House(more);
        opened.set(house);
        return house;
    }

    private House asking(ContextSource... sources) {
        return house(b -> b.contexts(List.of(sources)));
    }

    private static ContextSnapshot told(House house, String filter) {
        house.provider.says("Done.");
        ConversationSession session = house.open(
                AiBody.builder().addSystem("You draw.").contextFilter(filter).build());
        assertThat(session.send("Go.").isOk()).isTrue();
        return house.provider.calls().get(0).get(ContextSnapshot.KEY).orElseThrow();
    }

    private static List<String> failures(House house) {
        return house.telemetry.stream()
                .filter(AiEvent.ExtensionFailed.class::isInstance)
                .map(AiEvent.ExtensionFailed.class::cast)
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
    void late_isNotToldAndTheTurnGoesOn() {
        AtomicReference<House> house = new AtomicReference<>();
        house.set(asking(ContextSource.of("units", () -> "mm"), ContextSource.of("slow", () -> {
            while (house.get().clock.pending() > 2) {
                Thread.onSpinWait(); // until only the turn and this source have a limit: the other was told
            }
            house.get().clock.advance(Duration.ofSeconds(2));
            return block();
        })));
        ContextSnapshot told = told(house.get(), "*");
        assertThat(told.values()).containsOnlyKeys("units");
        assertThat(told.missing()).containsExactly("slow");
        assertThat(failures(house.get())).containsExactly("slow java.util.concurrent.TimeoutException");
    }

    @Test
    void timeout_isTheSourcesOwn() {
        AtomicReference<House> house = new AtomicReference<>();
        house.set(asking(ContextSource.of("patient", () -> {
                    house.get().clock.advance(Duration.ofSeconds(9));
                    return "there";
                })
                .withTimeout(Duration.ofSeconds(10))));
        assertThat(told(house.get(), "*").values()).containsOnlyKeys("patient");
        assertThat(failures(house.get())).isEmpty();
    }

    @Test
    void lateResource_isUnread() {
        AtomicReference<House> house = new AtomicReference<>();
        house.set(asking(ContextSource.resource("drawing", () -> {
            house.get().clock.advance(Duration.ofSeconds(2));
            block();
            return "hash";
        })));
        assertThat(told(house.get(), "").unread()).containsExactly("drawing");
    }

    @Test
    void document_isToldAndKeyed_andUnknownWhenItCannotBeRead() {
        AtomicReference<String> revision = new AtomicReference<>("7");
        House house = asking(ContextSource.document(() -> "plan", revision::get));
        assertThat(told(house, "document").values())
                .containsEntry("document", Json.parse("{\"id\":\"plan\",\"revision\":\"7\"}"));
        assertThat(told(house, "document").unread()).isEmpty();
        House broken = asking(ContextSource.document(() -> "plan", () -> {
            throw new IllegalStateException("no plan");
        }));
        assertThat(told(broken, "document").unread())
                .as("nothing is cached then")
                .containsExactly("document");
    }

    @Test
    void cancel_isNotHeldUpByASource() {
        CountDownLatch reading = new CountDownLatch(1);
        House house = asking(ContextSource.of("slow", () -> {
            reading.countDown();
            return block();
        }));
        ConversationSession session = house.open(
                AiBody.builder().addSystem("You draw.").contextFilter("*").build());
        house.threads.execute(() -> {
            ignoring(reading);
            session.cancel("enough");
        });
        AiReturn ret = session.send("Go.");
        assertThat(ret.error().orElseThrow().category().name()).isEqualTo("CANCELLED");
        assertThat(house.provider.calls()).isEmpty();
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
        Host host = Host.of(
                task -> {
                    visits.incrementAndGet();
                    ui.execute(task);
                },
                () -> Thread.currentThread().getName().equals("ui"));
        ContextSource outline = ContextSource.of("outline", () -> named(threads));
        ContextSource selection =
                ContextSource.of("selection", () -> named(threads)).withVolatile(true);
        House house = house(b -> b.host(host)
                .contexts(List.of(outline.withAffinity(Affinity.HOST_UI), selection.withAffinity(Affinity.AUTO))));
        ContextSnapshot told = told(house, "*");
        ui.shutdown();
        assertThat(told.values()).containsOnlyKeys("outline", "selection");
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
        asking(outline.withAffinity(Affinity.AUTO));
        assertThatIllegalStateException()
                .isThrownBy(() -> SessionEngine.builder(
                                PolicyChain.builder().build(ScriptedProvider.create()), opened.get().tools)
                        .contexts(List.of(outline.withAffinity(Affinity.HOST_UI)))
                        .model(new ModelId("scripted", "script"))
                        .build())
                .withMessageContaining("outline")
                .withMessageContaining("host(…)");
    }

    @Test
    void filter_choosesByNameAndOwner() {
        House house = asking(
                ContextSource.of("units", () -> "mm"),
                ContextSource.of("doors", () -> "two").withOwner("com.acme.doors"),
                ContextSource.of("walls", () -> "four").withOwner("com.acme.doors"));
        assertThat(told(house, "@com.acme.*, -walls").values()).containsOnlyKeys("doors");
    }

    @Test
    void filter_thatNamesWhatIsNotThere_isToldAsMissing() {
        House house = asking(ContextSource.of("units", () -> "mm"), ContextSource.of("empty", Map::of));
        assertThat(told(house, "units, empty, layer, other_*, @nobody").missing())
                .containsExactly("empty", "layer");
    }

    @Test
    void order_isTheGivenOne_changingOnesLast() {
        House house = asking(
                ContextSource.of("zoom", () -> 1).withVolatile(true),
                ContextSource.of("units", () -> "mm"),
                ContextSource.of("area", () -> 20),
                ContextSource.of("cursor", () -> 3).withVolatile(true));
        ContextSnapshot told = told(house, "*");
        assertThat(told.values().keySet()).containsExactly("units", "area", "zoom", "cursor");
        assertThat(told.changing()).containsExactlyInAnyOrder("zoom", "cursor");
    }

    @Test
    void limit_thatIsNone_isRefused() {
        opened.set(new House());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ContextSource.of("units", () -> "mm").withTimeout(Duration.ZERO));
    }
}
