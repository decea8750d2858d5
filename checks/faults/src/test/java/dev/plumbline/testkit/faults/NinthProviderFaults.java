package dev.plumbline.testkit.faults;

import dev.plumbline.body.Interaction;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.event.AiError;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.time.Subscription;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;

/** Providers with one error each, written by a ninth author from the page around a provider of his own. */
final class NinthProviderFaults {
    private final List<PlantedFault> all = new ArrayList<>();

    private NinthProviderFaults() {}

    static List<PlantedFault> all() {
        NinthProviderFaults faults = new NinthProviderFaults();
        faults.providers();
        return List.copyOf(faults.all);
    }

    private void add(String name, String breaks, BiFunction<AiProvider, AiCall, AiReturn> call) {
        all.add(new PlantedFault(
                PlantedFault.Kind.PROVIDER,
                name,
                breaks,
                "",
                () -> ProviderFaults.laws(server -> new Around(new SocketProvider(server), call))));
    }

    /** A provider that has another one. */
    private record Around(AiProvider right, BiFunction<AiProvider, AiCall, AiReturn> wrong) implements AiProvider {
        @Override
        public String id() {
            return right.id();
        }

        @Override
        public String defaultModel() {
            return right.defaultModel();
        }

        @Override
        public String endpoint() {
            return right.endpoint();
        }

        @Override
        public AiReturn call(AiCall call) {
            return wrong.apply(right, call);
        }

        @Override
        public Subscription retain() {
            return right.retain();
        }

        @Override
        public void close() {
            right.close();
        }
    }

    private void providers() {
        add("shows nothing", "Deltas do not go to the sink.", (right, call) -> right.call(call.withoutSink()));
        add("asks for a failed answer twice", "A request that failed is sent again.", (right, call) -> {
            AiReturn ret = right.call(call);
            boolean ended = ret.isOk()
                    || !ret.partialText().isEmpty()
                    || call.cancellation().isCancelled();
            return ended ? ret : right.call(call);
        });
        add("sends the last five", "Older messages are not sent.", (right, call) -> {
            List<Interaction> said = call.effective();
            return right.call(call.withEffective(said.subList(Math.max(0, said.size() - 5), said.size())));
        });
        add("takes a part for the whole", "An answer that was cut is complete.", (right, call) -> {
            AiReturn ret = right.call(call);
            boolean isCut = ret.error()
                    .filter(error -> error.category() == AiError.Category.TRUNCATED)
                    .isPresent();
            return isCut && !ret.partialText().isEmpty()
                    ? AiReturn.builder()
                            .deltas(ret.deltas())
                            .model(call.model())
                            .build()
                    : ret;
        });
        add(
                "goes back to the body",
                "What policies changed is not sent.",
                (right, call) -> right.call(call.withEffective(call.body().interactions())));
        add("takes the tools out", "The model has no tools.", (right, call) -> right.call(call.withTools(List.of())));
        add("doubles the tokens", "The tokens of an answer count twice.", (right, call) -> {
            AiReturn ret = right.call(call);
            return ret.withUsage(ret.usage().plus(ret.usage()));
        });
    }
}
