package dev.plumbline.integration.fuzz;

import dev.plumbline.body.AiBody;
import dev.plumbline.body.Blob;
import dev.plumbline.body.Fingerprint;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.AiDelta;
import dev.plumbline.call.AiReturn;
import dev.plumbline.call.Cancellation;
import dev.plumbline.call.ModelId;
import dev.plumbline.conversation.SessionStore;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.http.internal.EndpointUrls;
import dev.plumbline.http.internal.SseReader;
import dev.plumbline.json.Json;
import dev.plumbline.json.JsonException;
import dev.plumbline.jsonschema.JsonSchemas;
import dev.plumbline.plugin.Plugin;
import dev.plumbline.policy.ResponseStore;
import dev.plumbline.provider.ModelCatalog;
import dev.plumbline.provider.Secret;
import dev.plumbline.providers.format.ErrorBodyReader;
import dev.plumbline.providers.internal.RecordedResponses;
import dev.plumbline.redaction.Redaction;
import dev.plumbline.redaction.RedactionOptions;
import dev.plumbline.runtime.AiRuntime;
import dev.plumbline.sandbox.EgressRules;
import dev.plumbline.schema.JsonSchemaService.SchemaDialect;
import dev.plumbline.schema.ValidationResult;
import dev.plumbline.store.DiskResponseStore;
import dev.plumbline.store.FileSessionStore;
import dev.plumbline.testkit.PolicyProbe;
import dev.plumbline.testkit.ScriptedProvider;
import dev.plumbline.tool.internal.PathParser;
import dev.plumbline.ui.Attachments;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/**
 * A parser of untrusted input. {@link #take} throws only when the parser breaks its contract: an exception its
 * documentation does not name, or an answer that cannot be right.
 */
enum FuzzTarget {
    /** Events are the same however the bytes were cut. */
    SSE {
        @Override
        void take(byte[] bytes) {
            require(events(bytes, bytes.length).equals(events(bytes, 1)), "other events from other pieces");
        }
    },
    /** A recorded answer is a value, failed or not, in every format; the first byte chooses one. */
    ASSEMBLER {
        private final List<String> folders = List.of("openai-chat", "openai-responses", "anthropic");

        @Override
        void take(byte[] bytes) {
            if (bytes.length > 0) {
                String folder = folders.get(Byte.toUnsignedInt(bytes[0]) % folders.size());
                String form = Character.isLowerCase(bytes[0]) ? ".sse" : ".json";
                byte[] answer = Arrays.copyOfRange(bytes, 1, bytes.length);
                AiReturn folded = RecordedResponses.fold(folder, "fuzzed" + form, answer);
                require(folded.equals(RecordedResponses.fold(folder, "fuzzed" + form, answer)), "another answer");
                RecordedResponses.toJson(folded);
            }
        }
    },
    /** A beginning of arguments is read without an error, and whole arguments as what they are. */
    ARGUMENTS {
        @Override
        void take(byte[] bytes) {
            String text = text(bytes);
            Optional<Json> partial = Json.parsePartial(text);
            try {
                Json whole = Json.parse(text);
                boolean open = whole.kind() == Json.Kind.OBJECT || whole.kind() == Json.Kind.ARRAY;
                require(!open || partial.equals(Optional.of(whole)), "another value");
            } catch (JsonException documented) {
                // this text is no JSON, or the beginning of one
            }
        }
    },
    /** The canonical form means the same and is its own canonical form. */
    CANONICALISER {
        @Override
        void take(byte[] bytes) {
            try {
                Json json = Json.parse(bytes);
                Json again = Json.parse(json.canonical());
                require(json.equals(again) && again.canonical().equals(json.canonical()), "another canonical form");
            } catch (JsonException documented) {
                // these bytes are no JSON, or too deep or too long
            }
        }
    },
    /** What is masked does not depend on how the answer was cut. */
    REDACTOR {
        @Override
        void take(byte[] bytes) {
            String text = text(bytes);
            int cut = text.isEmpty() ? 0 : text.offsetByCodePoints(0, text.codePointCount(0, text.length()) / 2);
            require(masked(text).equals(masked(text.substring(0, cut), text.substring(cut))), "another mask");
        }
    },
    /** A broken entry is said to be damaged, and nothing else. */
    CACHE_ENTRY {
        @Override
        void take(byte[] bytes) {
            ResponseStore.Key key =
                    new ResponseStore.Key("fuzzed", Fingerprint.parse("plb1:" + "0".repeat(64)), Map.of(), 1);
            ResponseStore.Entry entry = new ResponseStore.Entry(Json.of("an answer"), Instant.EPOCH);
            try (Scratch folder = new Scratch();
                    DiskResponseStore store = DiskResponseStore.of(folder.path())) {
                store.put(key, entry);
                Path file = folder.entry();
                byte[] stored = folder.read(file);
                folder.write(file, bytes);
                Optional<ResponseStore.Entry> found = found(store, key);
                require(found.isEmpty() || Arrays.equals(stored, bytes), "an entry nobody stored");
                folder.write(file, framed(bytes));
                Optional<ResponseStore.Entry> unused = found(store, key);
                store.remove(key);
            }
        }

        private Optional<ResponseStore.Entry> found(ResponseStore store, ResponseStore.Key key) {
            try {
                return store.find(key);
            } catch (AiException damaged) {
                require(damaged.error().category() == AiError.Category.INVALID_RESPONSE, "another failure");
                return Optional.empty();
            }
        }

        /** With the head that the store would write, so that what is inside is looked at, too. */
        private byte[] framed(byte[] payload) {
            CRC32C checksum = new CRC32C();
            checksum.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, payload.length));
            checksum.update(payload);
            return ByteBuffer.allocate(12 + payload.length)
                    .putInt(0x504C4201)
                    .putInt(payload.length)
                    .putInt((int) checksum.getValue())
                    .put(payload)
                    .array();
        }
    },
    /** A path is read or refused, an address too. */
    PATH_AND_URL {
        @Override
        void take(byte[] bytes) {
            String text = text(bytes);
            for (PathParser.PathSyntax form : PathParser.PathSyntax.values()) {
                if (PathParser.read(text, form) instanceof PathParser.Relative relative) {
                    require(!relative.names().contains(".."), "a way out of the folder");
                }
            }
            JsonSchemas.filePath().validate(text, AiCall.of(AiBody.of("?"), ModelId.parse("a:b")));
            refused(() -> EndpointUrls.base(text));
            refused(() -> EgressRules.none().withHost(text));
        }
    },
    /** A schema is found fit or not, and what is fit can be used. */
    SCHEMA_GUARD {
        @Override
        void take(byte[] bytes) {
            try {
                Json schema = Json.parse(bytes);
                if (JsonSchemas.service().check(schema).isOk()) {
                    JsonSchemas.service().validate(schema, Json.object());
                }
            } catch (JsonException documented) {
                // these bytes are no JSON
            }
        }
    },
    /** A value is checked beside a schema, within its budget; the schema is the first line. */
    VALUE {
        @Override
        void take(byte[] bytes) {
            String[] both = text(bytes).split("\n", 2);
            try {
                Json schema = Json.parse(both[0]);
                Json value = Json.parse(both[both.length - 1]);
                if (JsonSchemas.service().check(schema).isOk()) {
                    ValidationResult found = JsonSchemas.service().validate(schema, value);
                    require(found.equals(JsonSchemas.service().validate(schema, value)), "another verdict");
                }
            } catch (JsonException documented) {
                // one of them is no JSON
            }
        }
    },
    /** A schema is translated for a service that knows little of it, and an answer is read back. */
    SCHEMA_FOR_A_SERVICE {
        private final SchemaDialect strict = new SchemaDialect(
                "strict", true, true, Set.of("minimum", "maximum", "pattern", "format", "oneOf", "not", "minItems"));

        @Override
        void take(byte[] bytes) {
            String[] both = text(bytes).split("\n", 2);
            try {
                Json schema = Json.parse(both[0]);
                if (JsonSchemas.service().check(schema).isOk()) {
                    JsonSchemas.service().wrap(schema, strict);
                    JsonSchemas.service().unwrap(Json.parse(both[both.length - 1]), schema, strict);
                }
            } catch (JsonException documented) {
                // one of them is no JSON, or no answer to this schema
            }
        }
    },
    /** The body of a refusal is read as far as it can be. */
    ERROR_BODY {
        @Override
        void take(byte[] bytes) {
            require(
                    ErrorBodyReader.ofBody(bytes, bytes.length).equals(ErrorBodyReader.ofBody(bytes, bytes.length)),
                    "another error");
        }
    },
    /** A name of a model is one part of an address, or refused. */
    MODEL_NAME {
        @Override
        void take(byte[] bytes) {
            String name = text(bytes);
            try {
                URI address = EndpointUrls.below(
                        URI.create("https://models.example"), "/v1/models/" + EndpointUrls.segment(name) + ":generate");
                require(address.getHost().equals("models.example"), "another host");
                require(
                        address.normalize().getRawPath().matches("/v1/models/[^/?#]+:generate"),
                        "another path: " + address);
            } catch (AiException documented) {
                // says which rule it breaks
            }
        }
    },
    /** A list of models and prices is merged or refused. */
    MODEL_LIST {
        @Override
        void take(byte[] bytes) {
            refused(() -> ModelCatalog.of(ModelId.NONE, List.of()).merged(bytes));
        }
    },
    /** A stored body is read as it was, or refused. */
    BODY {
        @Override
        void take(byte[] bytes) {
            try {
                AiBody body = AiBody.from(Json.parse(bytes));
                require(AiBody.from(body.toJson()).fingerprint().equals(body.fingerprint()), "another body");
            } catch (JsonException | IllegalStateException documented) {
                // says which member is wrong, or which call has no result
            }
        }
    },
    /** A picture is reduced or refused. */
    PICTURE {
        @Override
        void take(byte[] bytes) {
            for (String type : List.of("image/png", "image/jpeg", "image/gif")) {
                refused(() -> Attachments.image(Blob.of(bytes, type)));
            }
        }
    },
    /** A journal is read up to its damage, and one that cannot be read costs itself alone. */
    JOURNAL {
        @Override
        void take(byte[] bytes) {
            try (Scratch folder = new Scratch();
                    FileSessionStore store = FileSessionStore.of(folder.path())) {
                written(store, "whole");
                written(store, "broken");
                folder.write(folder.file("broken"), bytes);
                require(
                        store.list(SessionStore.NO_LIMIT, Cancellation.create()).stream()
                                .anyMatch(each -> each.id().equals("whole")),
                        "another session is not listed");
                try (Stream<Json> records = store.read("broken", SessionStore.NO_LIMIT, Cancellation.create())) {
                    long unused = records.count();
                } catch (SessionStore.DamagedSessionException | AiException documented) {
                    // says where
                }
                try (Stream<Json> records = store.read("whole", SessionStore.NO_LIMIT, Cancellation.create())) {
                    require(records.count() == 1, "another session lost a record");
                }
            }
        }

        private void written(FileSessionStore store, String id) {
            try (SessionStore.Writer writer = store.open(id, SessionStore.NO_LIMIT, Cancellation.create())) {
                writer.append(List.of(Json.object().with("kind", "session").with("id", id)));
            }
        }
    },
    /** A jar from which a plug-in is loaded is taken or refused, and nothing of a refused one runs. */
    JAR {
        @Override
        void take(byte[] bytes) {
            try (Scratch folder = new Scratch()) {
                Path jar = folder.path().resolve("plugin.jar");
                folder.write(jar, bytes);
                try (AiRuntime ai = AiRuntime.builder()
                        .addProvider(ScriptedProvider.create())
                        .approveAllJars()
                        .addPluginJars(FuzzTarget.class.getClassLoader(), jar)
                        .build()) {
                    require(
                            ai.plugins().stream().noneMatch(each -> each.state() == Plugin.PluginStatus.State.ACTIVE),
                            "a plug-in of random bytes");
                } catch (IllegalArgumentException | IllegalStateException documented) {
                    // says what is wrong with the jar
                }
            }
        }
    },
    /** What an MCP server answers ends the connection in words, or is an answer. */
    MCP_ANSWER {
        @Override
        void take(byte[] bytes) {
            FuzzedPeers.answers(bytes);
        }
    },
    /** What somebody sends to the port of a server of this program takes nobody else's place. */
    REQUEST {
        @Override
        void take(byte[] bytes) {
            FuzzedPeers.asks(bytes);
        }
    };

    abstract void take(byte[] bytes);

    private static void require(boolean holds, String fault) {
        if (!holds) {
            throw new AssertionError(fault);
        }
    }

    private static void refused(Runnable reading) {
        try {
            reading.run();
        } catch (IllegalArgumentException documented) {
            // says which rule it breaks
        }
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static List<String> events(byte[] bytes, int atOnce) {
        List<String> events = new ArrayList<>();
        SseReader reader = new SseReader(
                (name, data, length) -> events.add(name + ":" + new String(data, 0, length, StandardCharsets.UTF_8)));
        try {
            for (int from = 0; from < bytes.length; from += atOnce) {
                reader.feed(bytes, from, Math.min(bytes.length, from + atOnce));
            }
        } catch (AiException documented) {
            events.add(documented.error().code());
        }
        return events;
    }

    private static String masked(String... pieces) {
        List<AiDelta> stream = Stream.of(pieces).<AiDelta>map(AiDelta.Text::new).toList();
        try (Redaction redaction = Redaction.of(
                RedactionOptions.ofDefaults(), Secret.of("0123456789abcdef0123456789abcdef".toCharArray()))) {
            return PolicyProbe.run(redaction.mask(), stream).ret().partialText();
        }
    }

    /** A folder for one try. */
    private record Scratch(Path path) implements AutoCloseable {
        Scratch() {
            this(made());
        }

        private static Path made() {
            try {
                return Files.createTempDirectory("plumbline-fuzz");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** The journal of a session. */
        Path file(String id) {
            try (Stream<Path> files = Files.walk(path)) {
                return files.filter(file -> Files.isRegularFile(file)
                                && file.getFileName().toString().contains(id)
                                && !file.toString().endsWith(".lock"))
                        .findFirst()
                        .orElseThrow();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** The entry that the store has written. */
        Path entry() {
            try (Stream<Path> files = Files.walk(path)) {
                return files.filter(file -> file.toString().endsWith(".plb1"))
                        .findFirst()
                        .orElseThrow();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        byte[] read(Path file) {
            try {
                return Files.readAllBytes(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        void write(Path file, byte[] bytes) {
            try {
                Files.write(file, bytes);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public void close() {
            try (Stream<Path> files = Files.walk(path)) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
