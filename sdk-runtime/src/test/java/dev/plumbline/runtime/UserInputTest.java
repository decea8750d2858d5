package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiReturn;
import dev.plumbline.conversation.ConversationObserver;
import dev.plumbline.conversation.SessionEvent;
import dev.plumbline.event.AiException;
import dev.plumbline.event.TelemetryEvent;
import dev.plumbline.json.Json;
import dev.plumbline.plugin.Hook;
import dev.plumbline.session.ConversationSession;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.testkit.VirtualClock;
import dev.plumbline.tool.AiTool;
import dev.plumbline.tool.ToolContext;
import dev.plumbline.ui.InputRequest;
import dev.plumbline.ui.InputRequest.Reply.Outcome;
import dev.plumbline.ui.Question;
import dev.plumbline.ui.UserInput;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What tools, hooks and policies ask a person for, and what they tell views. */
@Timeout(120)
class UserInputTest {
    private static final AiBody BODY = AiBody.builder().toolFilter("*").build();
    private static final Json SIZE = Json.parse("""
            {"type": "object", "properties": {"width": {"type": "integer", "minimum": 1}}, "required": ["width"],
             "additionalProperties": false}""");

    private final ScriptedProvider model = ScriptedProvider.create();
    private final List<Object> seen = new CopyOnWriteArrayList<>();
    private final List<TelemetryEvent.UserAsked> recorded = new CopyOnWriteArrayList<>();
    private final List<SessionEvent.Custom> news = new CopyOnWriteArrayList<>();

    record Nothing() {}

    private AiRuntime.Builder builder(Function<ToolContext, Object> tool) {
        return AiRuntime.builder()
                .addProvider(model)
                .addTools(AiTool.of("ask_person", "Asks.", Nothing.class, (none, call) -> {
                    seen.add(tool.apply(call));
                    return 1;
                }))
                .addObserver(event -> {
                    if (event instanceof TelemetryEvent.UserAsked asked) {
                        recorded.add(asked);
                    }
                })
                .addView(new ConversationObserver() {
                    @Override
                    public void onEvent(SessionEvent event) {
                        if (event instanceof SessionEvent.Custom custom) {
                            news.add(custom);
                        }
                    }
                });
    }

    private AiReturn turn(AiRuntime.Builder builder) {
        model.callsTool("ask_person", Map.of()).says("Done");
        try (AiRuntime ai = builder.build()) {
            return ai.session(BODY).send("Go.");
        }
    }

    private static Consumer<Question> writes(String text) {
        return question -> question.answer(
                question.options().get(0), question.input().orElseThrow().parse(text));
    }

    @Test
    void m6_tool_asksForAChoiceATextANumberAndATypedValue() {
        turn(builder(call -> call.ask(InputRequest.choice("Which?", List.of("oak", "ash")))
                        .orThrow())
                .questionHandler(question -> question.answer(question.options().get(1))));
        turn(builder(call -> call.ask(InputRequest.text("Name?")).orThrow()).questionHandler(writes("Ann")));
        turn(builder(call -> call.ask(InputRequest.number("Metres?", 0, 10)).orThrow())
                .questionHandler(writes("2.5")));
        turn(builder(call -> call.ask(InputRequest.value("Size?", SIZE)).orThrow())
                .questionHandler(writes("{\"width\": 3}")));

        assertThat(seen).containsExactly("ash", "Ann", 2.5, Json.parse("{\"width\":3}"));
        assertThat(recorded)
                .extracting(asked -> asked.asker() + " " + asked.type() + " " + asked.outcome())
                .containsExactly(
                        "ask_person choice answered",
                        "ask_person string answered",
                        "ask_person number answered",
                        "ask_person object answered");
        assertThat(recorded)
                .noneMatch(asked ->
                        asked.toString().contains("Ann") || asked.toString().contains("Name?"));
    }

    @Test
    void m6_answerThatDoesNotFit_isRefused_andTheQuestionStaysOpen() {
        turn(builder(call -> call.ask(InputRequest.value("Size?", SIZE)).orThrow())
                .questionHandler(question -> {
                    Question.Option send = question.options().get(0);
                    assertThatThrownBy(() -> question.answer(send, Json.parse("{\"width\": 0}")))
                            .isInstanceOf(IllegalArgumentException.class)
                            .hasMessageContaining("/width minimum");
                    assertThatThrownBy(() -> question.answer(send)).hasMessageContaining("answer(option, value)");
                    seen.add("refused");
                    assertThat(question.answer(send, Json.parse("{\"width\": 1}")))
                            .isTrue();
                }));
        turn(builder(call -> call.ask(InputRequest.number("Metres?", 0, 10)).orThrow())
                .questionHandler(question -> {
                    assertThatThrownBy(() -> writes("11").accept(question))
                            .isInstanceOf(IllegalArgumentException.class);
                    assertThatThrownBy(() -> writes("ten").accept(question)).hasMessageContaining("of the type number");
                    writes("10").accept(question);
                }));

        assertThat(seen).containsExactly("refused", Json.parse("{\"width\":1}"), 10.0);
    }

    @Test
    void m6_nobody_givesTheDefault_orSaysTheWayOut() {
        turn(builder(call -> call.ask(InputRequest.text("Name?").withDefault("plan"))));
        turn(builder(call -> {
            assertThatThrownBy(() -> call.ask(InputRequest.text("Name?")).orThrow())
                    .isInstanceOf(AiException.class)
                    .hasMessageContaining("questionHandler(…)");
            return "refused";
        }));

        assertThat(seen.get(0)).isEqualTo(new InputRequest.Reply<>(java.util.Optional.of("plan"), Outcome.NOBODY));
        assertThat(seen).last().isEqualTo("refused");
        assertThat(recorded).extracting(asked -> asked.outcome().toString()).containsExactly("nobody", "nobody");
    }

    @Test
    void m6_limit_declineAndCancel_haveTheDefault_andSayWhat() throws Exception {
        VirtualClock clock = VirtualClock.create();
        InputRequest<String> request =
                InputRequest.text("Name?").withDefault("plan").withTimeout(Duration.ofMinutes(2));
        turn(builder(call -> call.ask(request))
                .clock(clock)
                .questionHandler(question -> clock.advance(Duration.ofMinutes(2))));
        turn(builder(call -> call.ask(request)).questionHandler(question -> question.answer(question.fallback())));

        assertThat(seen)
                .containsExactly(
                        new InputRequest.Reply<>(request.fallback(), Outcome.EXPIRED),
                        new InputRequest.Reply<>(request.fallback(), Outcome.DECLINED));

        CountDownLatch asked = new CountDownLatch(1);
        CompletableFuture<InputRequest.Reply<String>> reply = new CompletableFuture<>();
        model.callsTool("ask_person", Map.of());
        try (AiRuntime ai = builder(call -> {
                    reply.complete(call.ask(request));
                    return 1;
                })
                .questionHandler(question -> asked.countDown())
                .build()) {
            ConversationSession session = ai.session(BODY);
            CompletableFuture<AiReturn> running = session.sendAsync("Go.");
            asked.await();
            session.cancel("enough");
            assertThat(running.join().isOk()).isFalse();
        }
        // The turn does not wait for the tool, so its reply may come after the turn.
        assertThat(reply.join()).isEqualTo(new InputRequest.Reply<>(request.fallback(), Outcome.CANCELLED));
    }

    /** The thread of a cancelled tool may be interrupted before the tool's own signal is given. */
    @Test
    void m6_interruptedWait_isCancelled_alsoBeforeTheSignal() {
        InputRequest<String> request = InputRequest.text("Name?").withDefault("plan");
        CompletableFuture<Thread> waiting = new CompletableFuture<>();
        turn(builder(call -> {
                    waiting.complete(Thread.currentThread());
                    InputRequest.Reply<String> reply = call.ask(request);
                    assertThat(Thread.interrupted()).isTrue();
                    return reply;
                })
                .questionHandler(question -> waiting.join().interrupt()));

        assertThat(seen).containsExactly(new InputRequest.Reply<>(request.fallback(), Outcome.CANCELLED));
    }

    @Test
    void m6_policyAroundTheModel_asks_alsoWhenTheAnswerIsHeldBack() {
        InputRequest<String> which = InputRequest.choice("Send it?", List.of("yes", "no"));
        model.says("{}");
        try (AiRuntime ai = builder(call -> 1)
                .addPolicy("gate", (call, next) -> {
                    UserInput person = UserInput.of(call, "gate");
                    person.publish(Json.of("asking"));
                    seen.add(person.ask(which).orThrow());
                    seen.add(UserInput.of(call.withoutSink(), "gate").ask(which).outcome());
                    return next.proceed(call);
                })
                .questionHandler(question -> question.answer(question.options().get(0)))
                .build()) {
            ai.send(BODY.toBuilder()
                    .addUser("Go.")
                    .outputSchema(Json.parse("{\"type\":\"object\"}"))
                    .build());
        }

        assertThat(seen).containsExactly("yes", Outcome.NOBODY);
        assertThat(recorded)
                .singleElement()
                .satisfies(asked -> assertThat(asked.asker()).hasToString("gate"));
        assertThat(news).extracting(SessionEvent.Custom::extension).containsExactly("gate");
    }

    @Test
    void m6_hooksAndTools_tellViewsTheirNews_andHooksAsk() {
        Hook hook = new Hook() {
            @Override
            public Decision<Interaction.User> onTurnStarting(Interaction.User input, Context context) {
                context.publish(Json.of("begun"));
                seen.add(context.ask(InputRequest.text("Name?")).orThrow());
                return Decision.proceed();
            }
        };
        turn(builder(call -> {
                    call.publish(Json.of("half"));
                    return "told";
                })
                .addHook("names", hook)
                .questionHandler(writes("Ann")));

        assertThat(seen).containsExactly("Ann", "told");
        assertThat(news)
                .extracting(each -> each.extension() + " " + each.data().asText())
                .containsExactly("names begun", "ask_person half");
    }

    @Test
    void m6_requests_areChecked() {
        assertThatThrownBy(() -> InputRequest.choice("Which?", List.of())).hasMessageContaining("at least one option");
        assertThatThrownBy(() -> InputRequest.choice("Which?", List.of("a", "a")))
                .hasMessageContaining("equal");
        assertThatThrownBy(() -> InputRequest.number("How many?", 2, 1)).hasMessageContaining("2.0 to 1.0");
        assertThatThrownBy(() -> InputRequest.text("Name?").withTimeout(Duration.ZERO))
                .hasMessageContaining("positive time");
        assertThat(InputRequest.text("secret question")).asString().doesNotContain("secret");
    }
}
