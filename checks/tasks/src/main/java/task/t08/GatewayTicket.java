package task.t08;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.TypedKey;
import dev.plumbline.event.AiException;
import dev.plumbline.policies.RetryOptions;
import dev.plumbline.policy.Policy;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.OpenAiChat;
import dev.plumbline.runtime.AiRuntime;
import java.time.Duration;
import java.util.function.Supplier;

public final class GatewayTicket {
    private static final TypedKey<String> TICKET = TypedKey.of("company.ticket", String.class);

    private GatewayTicket() {}

    public static String ask(String baseUrl, String key, Supplier<String> ticket, String question) {
        OpenAiChat gateway = OpenAiChat.builder("plans-large")
                .baseUrl(baseUrl)
                .apiKey(Secret.of(key.toCharArray()))
                .addHeader("X-Ticket", TICKET)
                .firstEventTimeout(Duration.ofSeconds(2))
                .build();
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(gateway)
                .retry(RetryOptions.ofDefaults()
                        .withAttempts(4)
                        .withDelays(Duration.ofMillis(200), Duration.ofSeconds(1))
                        .withRepeatUnanswered(false))
                .addPolicy("ticket", new Tickets(ticket))
                .build()) {
            AiReturn ret = ai.send(question);
            return ret.isOk() ? ret.text() : ret.error().orElseThrow().userMessage();
        } catch (AiException e) {
            return e.error().userMessage();
        }
    }

    /** A ticket for each attempt. */
    record Tickets(Supplier<String> ticket) implements Policy {
        @Override
        public AiReturn around(AiCall call, Next next) {
            return next.proceed(call.withAttribute(TICKET, ticket.get()));
        }

        @Override
        public Role role() {
            return Role.ATTEMPT;
        }
    }
}
