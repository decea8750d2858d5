package dev.plumbline.runtime;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiCallBuilder;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.IdHasher;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.HashedId;
import dev.plumbline.event.TelemetryLabel;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.schema.SchemaDialect;
import dev.plumbline.time.Subscription;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The providers of a runtime as one: each call goes to the one its model names, and each request is written down as an attempt. */
final class ProviderRouter implements AiProvider {
    private static final Optional<AiError> BROKEN =
            Optional.of(AiError.of(AiError.Category.EXTENSION, "provider", "the provider threw"));

    private final Map<String, AiProvider> providers = new LinkedHashMap<>();
    private final Map<String, TelemetryLabel> names = new HashMap<>();
    private final AiProvider first;
    private final List<Subscription> uses = new ArrayList<>();

    ProviderRouter(List<AiProvider> given) {
        first = given.get(0);
        for (AiProvider provider : given) {
            names.put(provider.id(), TelemetryLabel.of(provider.id()));
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

    /** A builder of a copy of that call, which knows what its policies need to know of its provider. */
    AiCallBuilder toBuilder(AiCall call) {
        AiProvider provider = providers.get(call.model().provider());
        AiCallBuilder copy = call.toBuilder();
        return provider == null
                ? copy
                : copy.addResource("endpoint", provider.endpoint())
                        .addNote(SchemaDialect.KEY, provider.schemaDialect());
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
        List<ModelInfo> models = new ArrayList<>();
        for (AiProvider provider : providers.values()) {
            models.addAll(provider.models());
        }
        return List.copyOf(models);
    }

    @Override
    public AiReturn call(AiCall call) {
        AiProvider provider = of(call.model());
        TelemetryLabel name = names.getOrDefault(provider.id(), TelemetryLabel.OTHER);
        TelemetryLabel model = TelemetryLabel.of(call.model().name());
        call.recorder().attemptStarts(name, model);
        Optional<AiError> error = BROKEN;
        Optional<String> requestId = Optional.empty();
        try {
            AiReturn ret = provider.call(call);
            error = ret.error();
            requestId = ret.requestId();
            return ret;
        } catch (AiException e) {
            error = Optional.of(e.error());
            requestId = e.error().requestId();
            throw e;
        } finally {
            HashedId mark = requestId.isPresent() ? IdHasher.of(call, requestId.get()) : HashedId.NONE;
            call.recorder().attemptEnds(name, model, error, mark);
        }
    }

    @Override
    public void warmUp() {
        for (AiProvider provider : providers.values()) {
            provider.warmUp();
        }
    }

    /** Uses the providers from now on, until it is closed. */
    void begin() {
        for (AiProvider provider : providers.values()) {
            uses.add(provider.retain());
        }
    }

    @Override
    public void close() {
        for (Subscription use : uses) {
            use.close();
        }
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
