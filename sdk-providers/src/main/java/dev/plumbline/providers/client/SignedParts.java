package dev.plumbline.providers.client;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.internal.CallAccess;
import dev.plumbline.call.internal.IdHasher;
import dev.plumbline.event.TelemetryName;
import dev.plumbline.providers.format.MessageRoles;
import dev.plumbline.providers.format.ModelFamily;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides which signed parts of earlier answers, such as thinking and encrypted reasoning, the model and account of a call
 * are sent. A service does one of two things with a part that they cannot read:
 *
 * <ul>
 *   <li>It leaves the part out itself, and reads it again when its model is back. So do Claude models, at Anthropic, at
 *       Amazon Bedrock and at Google: each part is sent, because one that is left out in the middle, or that comes back,
 *       makes later ones invalid (Anthropic: "Preserved thinking", "Switching models mid-conversation"; Amazon Bedrock:
 *       "Thinking block binding"; November 2026). Gemini models accept signatures of each other, and refuse a call
 *       without one.
 *   <li>It refuses the request. Reasoning of OpenAI is encrypted for an organization and a model ({@code
 *       invalid_encrypted_content}), and no service decrypts what another one has signed. Such parts are left out here, in
 *       each request in the same way, so that a model finds its own parts behind what was before them.
 * </ul>
 *
 * <p>Thread-safe.
 */
public final class SignedParts {
    /** The shortest key of which a digest is stored: a shorter one, such as that of a server at home, could be guessed. */
    private static final int SHORTEST_KEY = 16;

    private static final TelemetryName PROVIDER = TelemetryName.of("provider");
    private static final TelemetryName ADDRESS = TelemetryName.of("address");
    private static final TelemetryName ACCOUNT = TelemetryName.of("account");
    private static final TelemetryName MODEL = TelemetryName.of("model");

    private static final String ORGANIZATION = "header.openai-organization";

    private final ApiFormat format;
    private final String provider;
    private final String address;
    private final @Nullable String account;

    public SignedParts(ApiFormat format, ProviderConfig wire) {
        this.format = format;
        this.provider = wire.id();
        this.address = wire.base().toString();
        this.account = wire.account().orElse(wire.headers().attributes().get(ORGANIZATION));
    }

    /**
     * Returns who writes the answer to a call. Only signed parts are asked for it, which most answers do not have.
     *
     * @param key the key with which it is sent; null if it is not known, or a token that changes by the hour
     */
    public Writer writer(AiCall call, @Nullable String key) {
        String known = account != null || key == null || key.length() < SHORTEST_KEY ? account : key;
        IdHasher digests = IdHasher.of("plumbline.account".getBytes(StandardCharsets.UTF_8));
        String service = digests.of(address).text();
        String owner = known == null ? "" : digests.of(service + " " + known).text();
        return new Writer(call.model().name(), service, owner);
    }

    /**
     * Returns the call without the parts that this model and account cannot read, unless the service leaves them out. The
     * trace says where the conversation starts over with another model or account than that of the answer before.
     */
    public AiCall readable(AiCall call, Supplier<Writer> asking) {
        if (call.effective().lastOpaque() < 0) {
            return call;
        }
        Writer reader = asking.get();
        Before before = new Before(reader);
        int at = 0;
        for (Interaction item : call.effective()) {
            before.next(item, at++);
        }
        before.remark(call);
        return before.own == 0 ? call : call.withEffective(sent(call.effective(), reader));
    }

    private List<Interaction> sent(List<? extends Interaction> said, Writer reader) {
        List<Interaction> sent = new ArrayList<>(said.size());
        for (Interaction item : said) {
            if (!(item instanceof Interaction.Assistant answer)) {
                sent.add(item);
                continue;
            }
            List<Part> rest = answer.parts().stream()
                    .filter(part -> !(part instanceof Part.Opaque own) || isSent(own, reader))
                    .toList();
            if (rest.size() == answer.parts().size()) {
                sent.add(item);
            } else if (!rest.isEmpty()) {
                sent.add(new Interaction.Assistant(rest));
            }
        }
        return sent;
    }

    /** Returns whether a part may be sent to that reader; those of other providers are no concern here. */
    private boolean isSent(Part.Opaque part, Writer reader) {
        Writer writer = part.provider().equals(provider) ? Writer.parse(part.writer()) : null;
        return writer == null || isSent(writer, reader);
    }

    private boolean isSent(Writer writer, Writer reader) {
        boolean sameModel = writer.model.equals(reader.model);
        if (!writer.service.equals(reader.service)) {
            return false;
        }
        return switch (format) {
            case RESPONSES -> sameModel && writer.isOfAccount(reader);
            case MESSAGES, BEDROCK -> sameModel || areShared(ModelFamily.Group.BEDROCK, writer, reader);
            case GEMINI -> sameModel || areShared(ModelFamily.Group.GOOGLE, writer, reader);
            case CHAT, OLLAMA -> true;
        };
    }

    private static boolean areShared(ModelFamily.Group group, Writer writer, Writer reader) {
        return ModelFamily.of(group, writer.model).has(ModelFamily.Trait.SHARED)
                && ModelFamily.of(group, reader.model).has(ModelFamily.Trait.SHARED);
    }

    /** What was found of earlier answers. */
    private final class Before {
        private final Writer reader;

        /** The answers of this provider of which a part is left out, and those of all providers. */
        private int own;

        private int all;
        private int first;
        private boolean inAnswer;

        /** The part of the newest answer that says who wrote it; null if none does. */
        private Part.@Nullable Opaque newest;

        Before(Writer reader) {
            this.reader = reader;
        }

        void next(Interaction item, int at) {
            boolean answer = MessageRoles.isAnswer(item);
            newest = answer && !inAnswer ? null : newest;
            inAnswer = answer;
            if (item instanceof Interaction.Assistant said) {
                answer(said, at);
            }
        }

        private void answer(Interaction.Assistant said, int at) {
            boolean read = true;
            boolean others = false;
            for (Part part : said.parts()) {
                if (part instanceof Part.Opaque opaque && !opaque.writer().isEmpty()) {
                    newest = opaque;
                    others |= !opaque.provider().equals(provider);
                    read &= isSent(opaque, reader);
                }
            }
            if (others || !read) {
                first = all++ == 0 ? at + 1 : first;
                own += read ? 0 : 1;
            }
        }

        void remark(AiCall call) {
            Difference found = difference();
            if (found != null) {
                String left = all == 0
                        ? "the service leaves out signed parts of earlier answers that it cannot read"
                        : "signed parts of " + all + (all == 1 ? " earlier answer" : " earlier answers, the first")
                                + " in message " + first + " are left out";
                CallAccess.recorder(call).startedOver(found.what);
                call.addRemark("starts over: other " + found.what.text() + found.than + "; " + left
                        + ", and little is read from the prompt cache");
            }
        }

        /** Returns what differs from the writer of the answer before; null if nothing does. */
        private @Nullable Difference difference() {
            Writer writer = newest == null ? null : Writer.parse(newest.writer());
            if (newest == null || writer == null) {
                return null;
            } else if (!newest.provider().equals(provider)) {
                return new Difference(PROVIDER, " than " + newest.provider());
            } else if (!writer.service.equals(reader.service)) {
                return new Difference(ADDRESS, "");
            } else if (!writer.isOfAccount(reader)) {
                return new Difference(ACCOUNT, "");
            }
            return writer.model.equals(reader.model) ? null : new Difference(MODEL, " than " + writer.model);
        }
    }

    /**
     * What differs between the writer of an answer and its reader.
     *
     * @param than the former one, for the trace; empty for digests
     */
    private record Difference(TelemetryName what, String than) {}

    /**
     * Who writes an answer.
     *
     * @param model the name of the model, as it was asked
     * @param service a digest of the address
     * @param account a digest of the account; empty if it is not known
     */
    public record Writer(String model, String service, String account) {
        private static final String SEPARATOR = " ";

        /** Returns the form in which parts of answers hold it. */
        public String text() {
            return model + SEPARATOR + service + SEPARATOR + account;
        }

        /** Reads that form; null for anything else, such as the writer of an older version. */
        static @Nullable Writer parse(String text) {
            int account = text.lastIndexOf(SEPARATOR);
            int service = account < 0 ? -1 : text.lastIndexOf(SEPARATOR, account - 1);
            return service < 0
                    ? null
                    : new Writer(
                            text.substring(0, service),
                            text.substring(service + 1, account),
                            text.substring(account + 1));
        }

        boolean isOfAccount(Writer other) {
            return account.isEmpty() || other.account.isEmpty() || account.equals(other.account);
        }
    }
}
