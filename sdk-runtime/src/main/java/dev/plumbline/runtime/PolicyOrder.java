package dev.plumbline.runtime;

import dev.plumbline.policy.Policy;
import dev.plumbline.policy.PolicyChain;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.time.Timekeeper;
import java.util.ArrayList;
import java.util.List;

/**
 * An order of layers as a value: named layers, outermost first. Changed by copies; checked when the runtime is built.
 */
public final class PolicyOrder {
    private final List<Named> layers;

    private PolicyOrder(List<Named> layers) {
        this.layers = List.copyOf(layers);
    }

    static PolicyOrder of(List<Named> layers) {
        return new PolicyOrder(layers);
    }

    /** The names, outermost first. */
    public List<String> names() {
        List<String> names = new ArrayList<>(layers.size());
        for (Named layer : layers) {
            names.add(layer.name());
        }
        return List.copyOf(names);
    }

    /**
     * A copy with a layer further out than {@code layer}.
     *
     * @throws IllegalArgumentException lists the names for one that is not there
     */
    public PolicyOrder before(String layer, String name, Policy policy) {
        return with(position(layer), new Named(name, policy));
    }

    /**
     * A copy with a layer further in than {@code layer}.
     *
     * @throws IllegalArgumentException lists the names for one that is not there
     */
    public PolicyOrder after(String layer, String name, Policy policy) {
        return with(position(layer) + 1, new Named(name, policy));
    }

    /**
     * A copy with another policy under the same name.
     *
     * @throws IllegalArgumentException lists the names for one that is not there
     */
    public PolicyOrder replace(String layer, Policy policy) {
        int position = position(layer);
        return without(layer).with(position, new Named(layer, policy));
    }

    /**
     * A copy without that layer.
     *
     * @throws IllegalArgumentException lists the names for one that is not there
     */
    public PolicyOrder without(String layer) {
        List<Named> fewer = new ArrayList<>(layers);
        fewer.remove(position(layer));
        return new PolicyOrder(fewer);
    }

    /**
     * A copy with the layers of one session in the places of the runtime's own: of the way in before what validates calls,
     * of the way out before what may answer in the provider's place, the others next to the provider.
     */
    PolicyOrder with(List<Named> requests, List<Named> responses, List<Named> arounds) {
        List<Named> longer = new ArrayList<>(layers);
        longer.addAll(first(longer, List.of("validation", "models")), requests);
        longer.addAll(
                first(longer, List.of("fallback", "redaction", "cache", "answers", "repair", "retry")), responses);
        longer.addAll(arounds);
        return new PolicyOrder(longer);
    }

    /** Where the first of these names that is there stands; a host may have taken some out. */
    private static int first(List<Named> layers, List<String> names) {
        for (String name : names) {
            for (int i = 0; i < layers.size(); i++) {
                if (layers.get(i).name().equals(name)) {
                    return i;
                }
            }
        }
        return layers.size();
    }

    PolicyChain chain(AiProvider provider, Timekeeper time) {
        PolicyChain.Builder chain = PolicyChain.builder().telemetry(time);
        for (Named layer : layers) {
            chain.addPolicy(layer.name(), layer.policy());
        }
        return chain.build(provider);
    }

    private PolicyOrder with(int position, Named layer) {
        List<Named> longer = new ArrayList<>(layers);
        longer.add(position, layer);
        return new PolicyOrder(longer);
    }

    private int position(String layer) {
        int position = names().indexOf(layer);
        if (position < 0) {
            throw new IllegalArgumentException("there is no layer \"" + layer + "\"; there are " + names());
        }
        return position;
    }

    /** A policy under its name. */
    record Named(String name, Policy policy) {}
}
