package dev.plumbline.runtime;

import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.call.ModelOptions;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.call.internal.ContextWindow;
import dev.plumbline.call.internal.IdHasher;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.event.CallIds.HashedId;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.http.internal.EndpointUrls;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.provider.ModelInfo;
import dev.plumbline.provider.ModelInfo.Prices;
import dev.plumbline.providers.OllamaChat;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.time.Subscription;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A provider that sends each call to the provider of its model and records each request as an attempt. */
final class ProviderRouter implements AiProvider {
    private static final AiError BROKEN = AiError.of(AiError.Category.EXTENSION, "provider", "the provider threw");

    private static final Pattern SIZE = Pattern.compile("[1-9]\\d{0,8}");

    private final Map<String, AiProvider> providers = new LinkedHashMap<>();
    private final Map<String, TelemetryName> names = new HashMap<>();
    private final AiProvider first;
    private final List<Subscription> uses = new ArrayList<>();
    private final Map<String, Function<AiCall, AiReturn>> captured = new ConcurrentHashMap<>();

    /** The windows that errors have named; bounded by the number of models in use. */
    private final Map<ModelId, Integer> learned = new ConcurrentHashMap<>();

    ProviderRouter(List<AiProvider> given) {
        first = given.get(0);
        for (AiProvider provider : given) {
            names.put(provider.id(), TelemetryName.of(provider.id()));
            if (providers.put(provider.id(), provider) != null) {
                throw new IllegalArgumentException("the provider id \"" + provider.id()
                        + "\" is used twice; set another one with id(…) of its builder, or create(id) of a"
                        + " ScriptedProvider");
            }
        }
    }

    /**
     * Checks that the provider of a model is registered.
     *
     * @param setting where the model was given, for the message
     * @throws IllegalStateException if it is not, with what is registered
     */
    void require(ModelId model, String setting) {
        if (!providers.containsKey(model.provider())) {
            throw new IllegalStateException(setting + " names the model " + model + ", whose provider "
                    + model.provider() + " is not registered; registered are " + providers.keySet()
                    + ": add the provider with addProvider(…), or write a model of a registered one, such as "
                    + defaultModelId());
        }
    }

    /** Returns the default model: that of the first provider. */
    ModelId defaultModelId() {
        return new ModelId(first.id(), first.defaultModel());
    }

    /**
     * Lets the calls of a session be answered instead of their provider, at the price of batches, until the subscription is
     * closed.
     */
    Subscription capture(String session, Function<AiCall, AiReturn> answers) {
        captured.put(session, answers);
        return () -> captured.remove(session);
    }

    /** Returns a builder of a copy of that call with the attributes of its provider that policies need. */
    AiCall.Builder toBuilder(AiCall call) {
        AiProvider provider = providers.get(call.model().provider());
        AiCall.Builder copy = call.toBuilder();
        if (provider != null) {
            for (Map.Entry<String, String> attribute :
                    provider.requestAttributes().entrySet()) {
                copy.addResource(attribute.getKey(), attribute.getValue());
            }
        }
        if (!captured.isEmpty() && captured.containsKey(call.ids().session())) {
            copy.addNote(Prices.RATE, Prices.Rate.BATCH);
        } else if (provider != null && provider.priceRate() != Prices.Rate.STANDARD) {
            copy.addNote(Prices.RATE, provider.priceRate());
        }
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

    /** Returns the models of all providers, in the order of registration. */
    @Override
    public List<ModelInfo> models() {
        List<ModelInfo> models = new ArrayList<>();
        for (AiProvider provider : providers.values()) {
            models.addAll(provider.models());
        }
        return List.copyOf(models);
    }

    /**
     * Returns the context window of a model.
     *
     * @param listed its size in the list of models; 0 if it is not known
     */
    ContextWindow window(ModelId model, ModelOptions options, int listed) {
        AiProvider provider = providers.get(model.provider());
        if (provider == null) {
            return ContextWindow.UNKNOWN;
        }
        int asked = provider instanceof OllamaChat
                ? options.extra(OllamaChat.CONTEXT_SIZE).orElse(0)
                : 0;
        int known = listed > 0 ? listed : learned.getOrDefault(model, 0);
        return new ContextWindow(asked > 0 ? asked : known, EndpointUrls.isLocal(provider.endpoint()));
    }

    /** Keeps the size of the window that an error names, because the call was too long for it. */
    private void learnWindow(AiCall call, AiError error) {
        String size = error.details().getOrDefault(ContextWindow.SIZE, "");
        if (error.category() == AiError.Category.CONTEXT_OVERFLOW
                && SIZE.matcher(size).matches()) {
            learned.put(call.model(), Integer.parseInt(size));
        }
    }

    /** Returns whether a provider is a server of this machine or the local network. */
    boolean hasLocal() {
        for (AiProvider provider : providers.values()) {
            if (EndpointUrls.isLocal(provider.endpoint())) {
                return true;
            }
        }
        return false;
    }

    @Override
    public AiReturn call(AiCall call) {
        AiProvider provider = of(call.model());
        AiError tooLarge = call.attribute(ContextWindow.KEY)
                .orElse(ContextWindow.UNKNOWN)
                .tooLarge(call.effective())
                .orElse(null);
        if (tooLarge != null) {
            return AiReturn.failed(tooLarge);
        }
        TelemetryName name = names.getOrDefault(provider.id(), TelemetryName.OTHER);
        TelemetryName model = TelemetryName.of(call.model().name());
        CallAccess.recorder(call).attemptStarted(name, model, provider.endpoint());
        @Nullable AiError error = BROKEN;
        @Nullable String requestId = null;
        try {
            Function<AiCall, AiReturn> answers =
                    captured.isEmpty() ? null : captured.get(call.ids().session());
            AiReturn ret = answers == null ? provider.call(call) : answers.apply(call);
            error = ret.isOk() ? null : ret.error().orElseThrow();
            if (error != null) {
                learnWindow(call, error);
            }
            requestId = ret.requestId().orElse(null);
            return ret;
        } catch (AiException e) {
            error = e.error();
            requestId = error.requestId().orElse(null);
            throw e;
        } finally {
            HashedId mark = requestId == null ? HashedId.NONE : IdHasher.of(call, requestId);
            CallAccess.recorder(call).attemptFinished(name, model, error, mark);
        }
    }

    @Override
    public void warmUp() {
        for (AiProvider provider : providers.values()) {
            provider.warmUp();
        }
    }

    /** Retains the providers until this is closed. */
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

    /**
     * Returns the provider of a model.
     *
     * @throws AiException CONFIGURATION if it is not registered
     */
    AiProvider of(ModelId model) {
        AiProvider provider = providers.get(model.provider());
        if (provider == null) {
            throw new AiException(AiError.of(
                    AiError.Category.CONFIGURATION,
                    "no-provider",
                    "the provider of the model " + model + " is not registered; registered are " + providers.keySet()));
        }
        return provider;
    }
}
