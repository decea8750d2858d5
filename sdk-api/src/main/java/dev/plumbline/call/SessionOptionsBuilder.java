package dev.plumbline.call;

import dev.plumbline.body.Selector;
import dev.plumbline.json.TypeRef;
import java.time.Duration;

/** The builder of session options, over the generated one. */
final class SessionOptionsBuilder implements SessionOptions.Builder {
    static final SessionOptions NONE = ImmutableSessionOptions.builder().build();

    private final ImmutableSessionOptions.Builder fields;

    SessionOptionsBuilder(ImmutableSessionOptions.Builder fields) {
        this.fields = fields;
    }

    static SessionOptions merge(SessionOptions mine, SessionOptions lower) {
        if (mine.equals(NONE)) {
            return lower;
        }
        ImmutableSessionOptions.Builder merged = ImmutableSessionOptions.builder()
                .from(lower)
                .model(mine.model().over(lower.model()))
                .toolFilter(mine.toolFilter().and(lower.toolFilter()))
                .contextFilter(mine.contextFilter().and(lower.contextFilter()));
        mine.output().ifPresent(merged::output);
        mine.cache().ifPresent(merged::cache);
        mine.reveal().ifPresent(merged::reveal);
        mine.coalescing().ifPresent(merged::coalescing);
        mine.toolProposals().ifPresent(merged::toolProposals);
        mine.heartbeat().ifPresent(merged::heartbeat);
        mine.parallelTools().ifPresent(merged::parallelTools);
        mine.namespace().ifPresent(merged::namespace);
        mine.toolHandling().ifPresent(merged::toolHandling);
        mine.whenBusy().ifPresent(merged::whenBusy);
        mine.parent().ifPresent(merged::parent);
        mine.budget()
                .map(budget -> lower.budget().map(budget::tightest).orElse(budget))
                .ifPresent(merged::budget);
        merged.addAllCancellations(mine.cancellations());
        return merged.build();
    }

    @Override
    public SessionOptions.Builder model(ModelOptions options) {
        fields.model(options);
        return this;
    }

    @Override
    public SessionOptions.Builder output(Class<?> type) {
        fields.output(type);
        return this;
    }

    @Override
    public SessionOptions.Builder output(TypeRef<?> type) {
        fields.output(type.type());
        return this;
    }

    @Override
    public SessionOptions.Builder cache(CacheUse use) {
        fields.cache(use);
        return this;
    }

    @Override
    public SessionOptions.Builder reveal(Reveal reveal) {
        fields.reveal(reveal);
        return this;
    }

    @Override
    public SessionOptions.Builder coalescing(SessionOptions.Coalescing window) {
        fields.coalescing(window);
        return this;
    }

    @Override
    public SessionOptions.Builder toolProposals(boolean shown) {
        fields.toolProposals(shown);
        return this;
    }

    @Override
    public SessionOptions.Builder heartbeat(Duration interval) {
        if (interval.isNegative() || interval.isZero()) {
            throw new IllegalArgumentException("a heartbeat comes every so often; leave it unset for none");
        }
        fields.heartbeat(interval);
        return this;
    }

    @Override
    public SessionOptions.Builder parallelTools(int atOnce) {
        if (atOnce < 1) {
            throw new IllegalArgumentException("at least 1 tool runs at a time");
        }
        fields.parallelTools(atOnce);
        return this;
    }

    @Override
    public SessionOptions.Builder namespace(String tenantOrDocument) {
        fields.namespace(tenantOrDocument);
        return this;
    }

    @Override
    public SessionOptions.Builder toolHandling(SessionOptions.ToolHandling handling) {
        fields.toolHandling(handling);
        return this;
    }

    @Override
    public SessionOptions.Builder whenBusy(SessionOptions.WhenBusy manners) {
        fields.whenBusy(manners);
        return this;
    }

    @Override
    public SessionOptions.Builder parent(SessionOptions.Parent turn) {
        fields.parent(turn);
        return this;
    }

    @Override
    public SessionOptions.Builder budget(Budget budget) {
        fields.budget(budget);
        return this;
    }

    @Override
    public SessionOptions.Builder toolFilter(String selector) {
        fields.toolFilter(Selector.of(selector));
        return this;
    }

    @Override
    public SessionOptions.Builder contextFilter(String selector) {
        fields.contextFilter(Selector.of(selector));
        return this;
    }

    @Override
    public SessionOptions.Builder cancellation(Cancellation cancellation) {
        fields.addCancellations(cancellation);
        return this;
    }

    @Override
    public SessionOptions build() {
        return fields.build();
    }
}
