package task.t05;

import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.JsonException;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.runtime.AiRuntime;
import java.util.List;
import java.util.Optional;

public final class TypedOrder {
    private TypedOrder() {}

    public record Item(String article, int pieces) {
        public Item {
            if (pieces <= 0) {
                throw new JsonException("/pieces", "a number of pieces above 0");
            }
        }
    }

    public record Order(String customer, List<Item> items) {}

    public static Optional<Order> read(AiProvider provider, String letter) {
        try (AiRuntime ai = AiRuntime.of(provider)) {
            return Optional.of(ai.send("Which order is in this letter?\n" + letter, Order.class));
        } catch (AiException e) {
            if (e.error().category() == AiError.Category.INVALID_RESPONSE) {
                return Optional.empty();
            }
            throw new IllegalStateException(e.error().userMessage(), e);
        }
    }
}
