package dev.plumbline.mcpclient;

import dev.plumbline.call.Cancellation;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Where a server's tokens come from: the metadata of the protected resource (RFC 9728) and of its authorization server
 * (RFC 8414, OpenID Connect Discovery).
 *
 * @param resource the identifier of the server, for which tokens are asked (RFC 8707)
 * @param resourceScopes the scopes that the resource names
 * @param issuer the authorization server
 * @param server its metadata
 */
record OAuthMetadata(String resource, List<String> resourceScopes, String issuer, Json server) {
    private static final String RESOURCE = "/.well-known/oauth-protected-resource";
    private static final String SERVER = "/.well-known/oauth-authorization-server";
    private static final String OPENID = "/.well-known/openid-configuration";

    /** Finds the metadata for a server that has refused a request. */
    static OAuthMetadata find(URI address, Challenge refused, OAuthHttp http, Cancellation ends) {
        Json resource = resource(address, refused, http, ends);
        String id = resource.get("resource").findText().orElse("");
        if (!covers(id, address)) {
            throw unusable("the metadata of the server is for another resource");
        }
        String issuer = JsonMembers.texts(resource, "authorization_servers").stream()
                .findFirst()
                .orElseThrow(() -> unusable("the metadata of the server names no authorization server"));
        return new OAuthMetadata(
                id, JsonMembers.texts(resource, "scopes_supported"), issuer, server(issuer, http, ends));
    }

    private static Json resource(URI address, Challenge refused, OAuthHttp http, Cancellation ends) {
        List<URI> places = new ArrayList<>();
        Optional<String> named = refused.parameter("resource_metadata");
        if (named.isPresent()) {
            URI place = http.address(named.get(), "the address of the metadata");
            if (!HttpAddress.origin(place).equals(HttpAddress.origin(address))) {
                throw unusable("the server names metadata at another origin than its own");
            }
            places.add(place);
        } else {
            String path = address.getRawPath() == null || address.getRawPath().equals("/") ? "" : address.getRawPath();
            places.add(address.resolve(RESOURCE + path));
            places.add(address.resolve(RESOURCE));
        }
        return first(places, http, ends)
                .orElseThrow(() -> unusable("the server has no metadata that says where tokens come from"));
    }

    private static Optional<Json> first(List<URI> places, OAuthHttp http, Cancellation ends) {
        Set<URI> once = new LinkedHashSet<>(places);
        for (URI place : once) {
            Optional<Json> found = http.get(place, ends);
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Returns whether an identifier is that of the server at an address: the same origin, and a beginning of its path. */
    private static boolean covers(String id, URI address) {
        try {
            URI resource = URI.create(id);
            String path = resource.getRawPath() == null ? "" : resource.getRawPath();
            String begin = path.endsWith("/") ? path : path + "/";
            String asked = address.getRawPath() == null ? "" : address.getRawPath();
            return HttpAddress.isSecure(resource)
                    && HttpAddress.origin(resource).equals(HttpAddress.origin(address))
                    && (asked + "/").startsWith(begin);
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private static Json server(String issuer, OAuthHttp http, Cancellation ends) {
        URI address = http.address(issuer, "the authorization server");
        String path = address.getRawPath() == null || address.getRawPath().equals("/") ? "" : address.getRawPath();
        List<URI> places = new ArrayList<>();
        places.add(address.resolve(SERVER + path));
        places.add(address.resolve(OPENID + path));
        if (!path.isEmpty()) {
            places.add(address.resolve((path.endsWith("/") ? path.substring(0, path.length() - 1) : path) + OPENID));
        }
        Json found = first(places, http, ends).orElseThrow(() -> unusable("the authorization server has no metadata"));
        if (!found.get("issuer").findText().equals(Optional.of(issuer))) {
            throw unusable("the metadata of the authorization server is for another issuer");
        }
        if (!JsonMembers.texts(found, "code_challenge_methods_supported").contains("S256")) {
            throw unusable("the authorization server does not say that it supports PKCE with S256");
        }
        return found;
    }

    URI endpoint(String member, OAuthHttp http) {
        return http.address(
                server.get(member)
                        .findText()
                        .orElseThrow(() -> unusable("the authorization server names no " + member)),
                member);
    }

    Set<String> serverScopes() {
        return new LinkedHashSet<>(JsonMembers.texts(server, "scopes_supported"));
    }

    boolean says(String member) {
        return JsonMembers.isTrue(server, member);
    }

    static McpFailure unusable(String why) {
        return McpFailure.of(McpFailure.Kind.UNAUTHORIZED, why);
    }
}
