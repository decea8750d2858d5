package dev.plumbline.mcp;

import dev.plumbline.http.internal.ClientKey;
import dev.plumbline.http.internal.EncodedHeader;
import dev.plumbline.http.internal.JsonRpc;
import dev.plumbline.http.internal.ServerExchange;
import dev.plumbline.internal.JsonMembers;
import dev.plumbline.json.Json;
import java.math.BigDecimal;
import java.util.Optional;

/** Compares the headers of a request with its body, as revision 2026-07-28 prescribes. */
final class HeaderCheck {
    private final ServerExchange request;

    HeaderCheck(ServerExchange request) {
        this.request = request;
    }

    /** Returns the key by which a client is the one that it was; empty if it has sent none. */
    Optional<String> key() {
        Optional<String> key = request.header(ClientKey.HEADER);
        if (key.filter(text -> !ClientKey.isValid(text)).isPresent() || request.isRepeated(ClientKey.HEADER)) {
            throw JsonRpc.badRequest(
                    JsonRpc.INVALID_REQUEST,
                    "the header " + ClientKey.HEADER
                            + " is 22 to 128 letters, digits, dots, _, ~ and -, chosen at random by the client");
        }
        return key;
    }

    /** Checks that the version in the header is that of the body. */
    void version(String inBody) {
        requireSame("MCP-Protocol-Version", single("MCP-Protocol-Version"), inBody);
    }

    /** Checks the headers that repeat the method and the name. */
    void method(String method, Json params) {
        requireSame("Mcp-Method", single("Mcp-Method"), method);
        EncodedHeader.nameMember(method)
                .flatMap(member -> params.get(member).findText())
                .ifPresent(name -> requireSame("Mcp-Name", decoded("Mcp-Name", single("Mcp-Name")), name));
    }

    /** Checks the headers that repeat arguments, for the properties of a schema that have {@code x-mcp-header}. */
    void arguments(Json schema, Json arguments) {
        JsonMembers.object(schema, "properties").fields().forEach((name, property) -> {
            Json value = arguments.get(name);
            property.get("x-mcp-header").findText().ifPresent(header -> argument("Mcp-Param-" + header, value));
            if (value.kind() == Json.Kind.OBJECT && property.kind() == Json.Kind.OBJECT) {
                arguments(property, value);
            }
        });
    }

    private void argument(String header, Json value) {
        boolean expected = value.exists() && value.kind() != Json.Kind.NULL;
        if (!expected) {
            if (request.header(header).isPresent()) {
                throw mismatch(header + " was sent without the argument that it repeats");
            }
            return;
        }
        String sent = decoded(header, single(header));
        if (value.kind() == Json.Kind.NUMBER
                ? !isSameNumber(sent, value)
                : !sent.equals(value.findText().orElseGet(value::text))) {
            throw mismatch(header + " differs from the body");
        }
    }

    private static boolean isSameNumber(String sent, Json value) {
        boolean number = sent.matches("-?[0-9]{1,20}(\\.[0-9]{1,20})?");
        return number && new BigDecimal(sent).compareTo(value.asDecimal()) == 0;
    }

    private String single(String name) {
        if (request.isRepeated(name)) {
            throw mismatch(name + " was sent more than once");
        }
        Optional<String> value = request.header(name).map(String::strip);
        return value.orElseThrow(() -> mismatch(name + " is missing"));
    }

    private static String decoded(String header, String value) {
        try {
            return EncodedHeader.decode(value);
        } catch (IllegalArgumentException malformed) {
            throw mismatch(header + " " + malformed.getMessage());
        }
    }

    private static void requireSame(String header, String sent, String inBody) {
        if (!sent.equals(inBody)) {
            throw mismatch(header + " differs from the body");
        }
    }

    private static JsonRpc.Failure mismatch(String what) {
        return JsonRpc.badRequest(JsonRpc.HEADER_MISMATCH, "Header mismatch: " + what);
    }
}
