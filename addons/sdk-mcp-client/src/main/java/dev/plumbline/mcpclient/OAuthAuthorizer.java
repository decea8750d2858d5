package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.http.internal.HttpTransport;
import java.net.URI;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Gets tokens for one server by OAuth 2.1. One thread asks at a time; others wait for its token. Tokens are sent to the
 * server alone, and to the authorization server that issued them.
 */
final class OAuthAuthorizer implements Authorizer {
    private static final int MOST_STEPS = 2;

    private final URI server;
    private final OAuthHttp http;
    private final OAuthFlow flow;
    private final OAuthMemory memory;
    private @Nullable CompletableFuture<Boolean> asking;
    private volatile Optional<OAuthTokens> tokens;
    private int steps;

    OAuthAuthorizer(McpTransport.Http how, McpAuthorization settings, ConnectionParts parts, HttpTransport transport) {
        this.server = how.address();
        this.http = new OAuthHttp(transport, parts.threads().time(), how);
        this.memory = new OAuthMemory(settings.store, server);
        this.flow = new OAuthFlow(settings, memory, http, parts);
        this.tokens = memory.tokens();
    }

    @Override
    public Optional<String> token() {
        return tokens.map(OAuthTokens::access);
    }

    @Override
    public void authorize(Challenge refused, Cancellation ends) {
        CompletableFuture<Boolean> wanted;
        boolean mine;
        synchronized (this) {
            Optional<String> sent = refused.sentHeader();
            Optional<String> now = token().map(token -> "Bearer " + token);
            if (now.isPresent() && !now.equals(sent)) {
                return; // another request has got a token in between
            }
            CompletableFuture<Boolean> other = asking;
            mine = other == null || other.isDone();
            wanted = mine || other == null ? new CompletableFuture<>() : other;
            asking = wanted;
        }
        if (mine) {
            authorize(refused, ends, wanted);
        } else {
            boolean unused = Waits.shared(wanted, ends);
        }
    }

    private void authorize(Challenge refused, Cancellation ends, CompletableFuture<Boolean> done) {
        try {
            OAuthTokens got = refused.isStepUp() ? stepUp(refused, ends) : granted(refused, ends);
            memory.store(got);
            tokens = Optional.of(got);
            done.complete(true);
        } catch (McpFailure failed) {
            done.completeExceptionally(failed);
            throw failed;
        } catch (RuntimeException | Error broken) {
            McpFailure failed = OAuthMetadata.unusable(
                    "the authorization failed: " + broken.getClass().getName());
            done.completeExceptionally(failed);
            throw failed;
        }
    }

    private OAuthTokens granted(Challenge refused, Cancellation ends) {
        if (refused.status() == 403) {
            throw OAuthMetadata.unusable("the server refused with status 403, and does not say which scope it wants");
        }
        OAuthMetadata metadata = OAuthMetadata.find(server, refused, http, ends);
        Optional<OAuthTokens> known = tokens.filter(old -> old.issuer().equals(metadata.issuer()));
        if (known.flatMap(OAuthTokens::refresh).isPresent()) {
            Optional<OAuthTokens> fresh = flow.refreshed(metadata, known.get(), ends);
            if (fresh.isPresent()) {
                return fresh.get();
            }
        }
        tokens = Optional.empty();
        memory.forgetTokens();
        return flow.authorized(metadata, scopes(metadata, refused, Set.of()), ends);
    }

    /** Asks for more scopes in addition to those that were granted, a limited number of times. */
    private OAuthTokens stepUp(Challenge refused, Cancellation ends) {
        if (++steps > MOST_STEPS) {
            throw OAuthMetadata.unusable("the server asks for more scopes again and again");
        }
        OAuthMetadata metadata = OAuthMetadata.find(server, refused, http, ends);
        Set<String> had = tokens.map(old -> (Set<String>) new LinkedHashSet<>(old.scopes()))
                .orElse(Set.of());
        return flow.authorized(metadata, scopes(metadata, refused, had), ends);
    }

    /** Returns the scopes to ask for: those of the challenge, else those of the resource; none if neither says any. */
    private static Set<String> scopes(OAuthMetadata metadata, Challenge refused, Set<String> had) {
        Set<String> scopes = new LinkedHashSet<>(had);
        scopes.addAll(refused.parameter("scope")
                .map(text -> List.of(text.strip().split("\\s+")))
                .orElse(metadata.resourceScopes()));
        if (!scopes.isEmpty() && metadata.serverScopes().contains("offline_access")) {
            scopes.add(
                    "offline_access"); // a token that can be refreshed; otherwise the person is asked again and again
        }
        return scopes;
    }
}
