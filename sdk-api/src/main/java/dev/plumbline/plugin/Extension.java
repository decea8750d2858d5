package dev.plumbline.plugin;

/**
 * Several contributions under one id: what belongs together is added, named and ordered together. Given to a runtime, and
 * asked once for each runtime that is built, before anything runs; or given to one session, and asked when that opens.
 */
@FunctionalInterface
public interface Extension {

    /**
     * Adds what it brings. What it throws fails the build, or the opening of the session, with its id.
     *
     * @param to the same methods as on the builder
     */
    void contribute(Contributions to);

    /**
     * Whose its contributions are: {@code @id} in selectors and in {@code describe()}, and the order of extensions among
     * each other. The simple name of its class unless overridden; a lambda has none and is given with an id.
     */
    default String id() {
        return getClass().getSimpleName();
    }
}
