package dev.plumbline.call;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The builder of model options, over the generated one. */
final class OptionsBuilder implements ModelOptions.Builder {
    static final ModelOptions NONE = ImmutableModelOptions.builder().build();

    private final ImmutableModelOptions.Builder fields = ImmutableModelOptions.builder();
    private final Map<Key<?>, Object> extras = new LinkedHashMap<>();

    OptionsBuilder() {}

    OptionsBuilder(ModelOptions options) {
        fields.from(options);
        extras.putAll(options.extras());
    }

    static ModelOptions merge(ModelOptions mine, ModelOptions lower) {
        if (lower.equals(ModelOptions.none())) {
            return mine;
        }
        OptionsBuilder merged = new OptionsBuilder(lower);
        mine.model().ifPresent(merged.fields::model);
        mine.temperature().ifPresent(merged.fields::temperature);
        mine.topP().ifPresent(merged.fields::topP);
        mine.maxOutputTokens().ifPresent(merged.fields::maxOutputTokens);
        mine.reasoning().ifPresent(merged.fields::reasoning);
        mine.seed().ifPresent(merged.fields::seed);
        mine.toolChoice().ifPresent(merged.fields::toolChoice);
        Optional.of(mine.stop()).filter(stop -> !stop.isEmpty()).ifPresent(merged.fields::stop);
        merged.extras.putAll(mine.extras());
        return merged.build();
    }

    @Override
    public ModelOptions.Builder model(ModelId model) {
        fields.model(model);
        return this;
    }

    @Override
    public ModelOptions.Builder temperature(double value) {
        require(value >= 0 && value <= 2, "temperature is 0 to 2");
        fields.temperature(value);
        return this;
    }

    @Override
    public ModelOptions.Builder topP(double value) {
        require(value >= 0 && value <= 1, "topP is 0 to 1");
        fields.topP(value);
        return this;
    }

    @Override
    public ModelOptions.Builder maxOutputTokens(int value) {
        require(value >= 1, "maxOutputTokens is at least 1");
        fields.maxOutputTokens(value);
        return this;
    }

    @Override
    public ModelOptions.Builder reasoning(ModelOptions.Reasoning effort) {
        fields.reasoning(effort);
        return this;
    }

    @Override
    public ModelOptions.Builder seed(long value) {
        fields.seed(value);
        return this;
    }

    @Override
    public ModelOptions.Builder stop(String... sequences) {
        require(List.of(sequences).stream().noneMatch(String::isEmpty), "a stop text is not empty");
        fields.stop(List.of(sequences));
        return this;
    }

    @Override
    public ModelOptions.Builder toolChoice(ModelOptions.ToolChoice choice) {
        fields.toolChoice(choice);
        return this;
    }

    @Override
    public <T> ModelOptions.Builder extra(Key<T> key, T value) {
        extras.put(key, value);
        return this;
    }

    @Override
    public ModelOptions build() {
        return fields.extras(extras).build();
    }

    private static void require(boolean rule, String message) {
        if (!rule) {
            throw new IllegalArgumentException(message);
        }
    }
}
