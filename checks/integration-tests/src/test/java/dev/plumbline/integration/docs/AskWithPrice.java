package dev.plumbline.integration.docs;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.Cost;
import dev.plumbline.policies.SpendingLimits;
import dev.plumbline.providers.AnthropicMessages;
import dev.plumbline.runtime.AiRuntime;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.NumberFormat;
import java.util.Currency;
import java.util.Locale;
import java.util.Optional;

public final class AskWithPrice {
    public static void main(String[] args) throws IOException {
        try (AiRuntime ai = AiRuntime.builder()
                .addProvider(AnthropicMessages.builder("claude-haiku-4-5")
                        .apiKeyFromEnv()
                        .build())
                .addModels(Files.readAllBytes(Path.of("prices.json"))) // in the current folder, as docs/prices.json
                .spending(SpendingLimits.of("USD").withTurn("0.05").withDay("1"))
                .build()) {
            ask(ai, String.join(" ", args), System.out);
        }
    }

    static void ask(AiRuntime ai, String question, PrintStream out) {
        AiBody body = AiBody.of(question);
        out.println("Estimate: " + shown(ai.estimate(body), Locale.US)); // sends nothing
        AiReturn ret = ai.send(body);
        out.println(ret.isOk() ? ret.text() : ret.error().orElseThrow().userMessage());
        out.println("Cost: " + shown(ret.cost(), Locale.US) + ", " + ret.usage().total() + " tokens");
    }

    static String shown(Optional<Cost> cost, Locale locale) {
        return cost.map(known -> {
                    NumberFormat money = NumberFormat.getCurrencyInstance(locale);
                    money.setCurrency(Currency.getInstance(known.currency()));
                    money.setMaximumFractionDigits(5); // one answer often costs less than a cent
                    return money.format(known.amount());
                })
                .orElse("unknown");
    }
}
