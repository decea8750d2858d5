package dev.plumbline.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ToolDefinition;
import dev.plumbline.json.Json;
import dev.plumbline.policy.RequestPolicy;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.AiTool;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a policy adds to a request leaves redacted, wherever it is placed and by whatever method. */
class AddedInsideRedactionTest {
    private static final String MAIL = "anna@example.org";

    private static final Map<String, UnaryOperator<AiCall>> ADDITIONS = Map.of(
            "withAdded",
            call -> call.withAdded(new Interaction.System("Write to " + MAIL + ".")),
            "withEffective",
            call -> call.withEffective(Stream.concat(
                            call.effective().stream(),
                            Stream.of(new Interaction.User(List.of(new Part.Text("I am " + MAIL)))))
                    .toList()),
            "withTools",
            call -> call.withTools(call.tools().stream()
                    .map(tool -> new ToolDefinition(
                            tool.name(),
                            "Mails " + MAIL,
                            tool.inputSchema(),
                            tool.outputSchema(),
                            tool.tags(),
                            tool.owner()))
                    .toList()),
            "withOutputSchema",
            call -> call.withOutputSchema(Json.object().with("type", "object").with("description", MAIL)));

    static Stream<Arguments> places() {
        Map<String, BiFunction<PolicyOrder, RequestPolicy, PolicyOrder>> places = Map.of(
                "after redaction",
                (order, adding) -> order.after("redaction", "x", adding),
                "before retry",
                (order, adding) -> order.before("retry", "x", adding),
                "last",
                (order, adding) -> order.last("x", adding),
                "last, as a whole policy",
                (order, adding) -> order.last("x", (call, next) -> next.proceed(adding.onRequest(call))));
        return ADDITIONS.entrySet().stream()
                .flatMap(how -> places.entrySet().stream()
                        .map(place -> Arguments.of(how.getKey(), place.getKey(), (UnaryOperator<PolicyOrder>)
                                order -> place.getValue().apply(order, how.getValue()::apply))));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("places")
    @DisplayName("F5 what is added inside redaction is hidden, and restored in the answer")
    void f5_additions_areHidden(String how, String place, UnaryOperator<PolicyOrder> order) {
        ScriptedProvider model = ScriptedProvider.create().says("{}").repeats();
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(model)
                .addTools(AiTool.of(
                        "mail", "Mails.", Json.parse("{\"type\":\"object\"}"), (arguments, context) -> "Done."))
                .cache(ResponseStore.inMemory(10))
                .policyOrder(order)
                .redaction(RedactionOptions.ofDefaults())
                .build()) {
            AiReturn ret =
                    ai.send(AiBody.builder().addUser("Hello.").toolFilter("*").build());
            assertThat(ret.isOk()).as(ret.toString()).isTrue();
        }
        assertThat(model.calls()).isNotEmpty();
        AiCall sent = model.calls().get(0);
        String text =
                sent.effective().stream().map(item -> item.toJson().text()).toList() + " "
                        + sent.tools().stream().map(ToolDefinition::description).toList()
                        + sent.outputSchema().map(Json::text);
        assertThat(text).doesNotContain(MAIL).containsPattern("MAIL_[0-9a-f]{16}");
    }
}
