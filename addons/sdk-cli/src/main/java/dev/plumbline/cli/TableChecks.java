package dev.plumbline.cli;

import dev.plumbline.body.AiBody;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.ModelId;
import dev.plumbline.event.AiError;
import dev.plumbline.provider.AiProvider;
import dev.plumbline.providers.internal.TableClaims;
import dev.plumbline.providers.internal.TableClaims.Claim;
import java.net.URI;
import java.util.List;

/** Asks a service whether what the table of services says of a model is true: twelve tiny requests. */
final class TableChecks {
    private final AiProvider whole;
    private final String api;

    /**
     * Creates the checks.
     *
     * @param whole the provider, without streaming
     * @param api the API of its requests
     */
    TableChecks(AiProvider whole, String api) {
        this.whole = whole;
        this.api = api;
    }

    List<Check> run() {
        return TableClaims.of(api, URI.create(whole.endpoint()), whole.defaultModel()).stream()
                .map(this::check)
                .toList();
    }

    private Check check(Claim claim) {
        AiCall call = AiCall.of(AiBody.of("Answer."), new ModelId(whole.id(), whole.defaultModel()));
        AiReturn ret = whole.call(claim.in(call));
        if (ret.isOk()) {
            return new Check(claim, claim.taken() ? Verdict.RIGHT : Verdict.WRONG, "taken");
        }
        AiError error = ret.error().orElseThrow();
        String said = error.providerMessage().text();
        boolean refused =
                error.category() == AiError.Category.INVALID_REQUEST || error.category() == AiError.Category.CAPABILITY;
        return new Check(
                claim,
                !refused ? Verdict.UNKNOWN : claim.taken() ? Verdict.WRONG : Verdict.RIGHT,
                refused ? "refused: " + said : error.code());
    }

    /** Whether the table is right. */
    enum Verdict {
        RIGHT,
        WRONG,
        UNKNOWN
    }

    /**
     * What a service said of a claim.
     *
     * @param claim the claim
     * @param verdict whether it is right
     * @param said what the service said
     */
    record Check(Claim claim, Verdict verdict, String said) {}
}
