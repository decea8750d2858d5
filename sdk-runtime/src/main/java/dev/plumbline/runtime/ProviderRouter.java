package dev.plumbline.runtime;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.Subscription;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.schema.SchemaDialect;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The providers of a runtime as one: each call goes to the one its model names. */
final class ProviderRouter implements AiProvider {
    private final Map<String, AiProvider> providers = new LinkedHashMap<>();
    private final AiProvider first;
    private final Attempts attempts;
    private final List<Subscription> uses = new ArrayList<>();

    ProviderRouter(List<AiProvider> given, Attempts attempts) {
        this.attempts = attempts;
        first = given.get(0);
        for (AiProvider provider : given) {
            if (providers.put(provider.id(), provider) != null) {
                throw new IllegalArgumentException(
                        "two providers have the id \"" + provider.id() + "\": give one another id(…)");
            }
        }
    }

    /** The model that answers when nobody names one: the first provider's. */
    ModelId defaultModelId() {
        return new ModelId(first.id(), first.defaultModel());
    }

    /** Tells a call what its layers need to know of its provider. */
    AiCall addressed(AiCall call) {
        return Optional.ofNullable(providers.get(call.model().provider()))
                .map(provider -> call.withResource("endpoint", provider.endpoint())
                        .with(SchemaDialect.KEY, provider.schemaDialect()))
                .orElse(call);
    }

    @Override
    public String id() {
        return providers.size() == 1 ? first.id() : String.join(", ", providers.keySet());
    }

    @Override
    public String defaultModel() {
        return first.defaultModel();
    }

    /** What all of them know of their models, in the order of registration. */
    @Override
    public List<ModelInfo> models() {
        return providers.values().stream()
                .flatMap(provider -> provider.models().stream())
                .toList();
    }

    @Override
    public AiReturn call(AiCall call) {
        return attempts.watched(of(call.model()), call);
    }

    @Override
    public void warmUp() {
        providers.values().forEach(AiProvider::warmUp);
    }

    /** Uses the providers from now on, until it is closed. */
    void begin() {
        providers.values().forEach(provider -> uses.add(provider.retain()));
    }

    @Override
    public void close() {
        uses.forEach(Subscription::close);
        uses.clear();
    }

    private AiProvider of(ModelId model) {
        AiProvider provider = providers.get(model.provider());
        if (provider == null) {
            throw new AiException(AiError.of(
                    AiError.Category.CONFIGURATION,
                    "no-provider",
                    "no provider has the id of that model; there are " + providers.keySet()));
        }
        return provider;
    }
}
