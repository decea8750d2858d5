package dev.plumbline.providers.client;

import dev.plumbline.body.Interaction;
import dev.plumbline.body.Part;
import dev.plumbline.body.ToolEnvelope;
import dev.plumbline.body.Transcript;
import dev.plumbline.body.Transcript.AttachmentSummary;
import dev.plumbline.call.AiCall;
import dev.plumbline.call.State.StateKey;
import dev.plumbline.event.AiError;
import dev.plumbline.event.AiException;
import dev.plumbline.json.Json;
import dev.plumbline.providers.format.LazyPattern;
import dev.plumbline.providers.format.MediaForm;
import dev.plumbline.providers.format.ModelFamily;
import dev.plumbline.providers.format.ServerDialect;
import dev.plumbline.providers.format.ServiceTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps attachments that cannot be sent from requests. In the newest message of the user such an attachment is an error
 * before sending, because the question is about it. Anywhere else a sentence replaces it, so that one picture never
 * ends a conversation. A picture that the service refused counts as one that cannot be sent; the conversation stores
 * that, because services bind an answer to what was sent before it (P7). Thread-safe.
 */
public final class AttachmentFilter {
    /**
     * The maximum size of attachments of one request in bytes. No provider accepts more, and encoding takes several
     * times their size in memory.
     */
    private static final long MOST_ATTACHED = 48L << 20;

    private static final int COPIES = 8;
    private static final int MOST_JUDGED = 1_000;

    /** Loaded for conversations with pictures alone. */
    private static final class RefusedPictures {
        /** The pictures of a conversation that a service has refused. */
        static final StateKey<List<String>> KEY = StateKey.of(
                        "plumbline.refused-pictures", StateKey.Scope.SESSION, List.<String>of())
                .withPersistent(
                        Json::of,
                        json -> json.elements().stream().map(Json::asText).toList());
    }

    /** Matches the messages of services that refuse a picture, or pictures at all. */
    private static final LazyPattern ABOUT_PICTURES =
            new LazyPattern("(?i)\\bimages?\\b|image_url|picture|\\bvision|multi-?modal|media.?type|mime.?type");

    private static final Set<AiError.Category> REFUSALS =
            Set.of(AiError.Category.INVALID_REQUEST, AiError.Category.NOT_FOUND, AiError.Category.TOO_LARGE);

    private final MediaSupport media;
    private final boolean leavesOut;

    /** For each picture of a model, whether the service accepted it; bounded, the latest last; guarded by itself. */
    private final Map<String, Boolean> accepted = new LinkedHashMap<>();

    public AttachmentFilter(ApiFormat format, ServerDialect dialect) {
        this.media = MediaSupport.of(format, dialect);
        this.leavesOut = dialect.has(ServerDialect.Feature.LEAVES_OUT_MEDIA);
    }

    /**
     * Returns the call with sentences instead of attachments that cannot be sent; the call itself if all can.
     *
     * @throws AiException TOO_LARGE if they would not fit into memory; CAPABILITY if the newest message of the user has
     *     one that cannot be sent
     */
    public AiCall sendable(AiCall call) {
        AttachmentSummary attached = call.effective().attached();
        if (attached.bytes() == 0) {
            return call;
        }
        requireFits(attached.bytes());
        Transcript items = call.effective();
        List<Interaction> sent = new ArrayList<>(items.size());
        boolean changed = false;
        for (int i = 0; i < items.size(); i++) {
            Interaction item = items.get(i);
            boolean newest = i == items.size() - 1 && item instanceof Interaction.User;
            if (newest && !leavesOut) {
                requireSendable(((Interaction.User) item).parts(), call);
            }
            Interaction sendable = sendable(item, newest, call);
            changed |= sendable != item;
            sent.add(sendable);
        }
        if (!changed) {
            return call;
        }
        call.addRemark("attachments that cannot be sent are left out");
        return call.withEffective(sent);
    }

    private static void requireFits(long attached) {
        long most = Math.min(MOST_ATTACHED, Runtime.getRuntime().maxMemory() / COPIES);
        if (attached > most) {
            throw new AiException(AiError.of(
                    AiError.Category.TOO_LARGE,
                    "attachments",
                    "the attachments of this conversation have " + (attached >> 20) + " MiB, and one request may hold "
                            + (most >> 20) + ": send smaller ones, or leave old ones out by historyReduction"));
        }
    }

    private void requireSendable(List<Part> parts, AiCall call) {
        for (Part part : parts) {
            AiError error = media.refusal(part, call.model().name());
            if (error != null) {
                throw new AiException(error);
            }
        }
    }

    private Interaction sendable(Interaction item, boolean newest, AiCall call) {
        if (item instanceof Interaction.User said) {
            List<Part> parts = sendable(said.parts(), newest, call);
            return parts == said.parts() ? item : new Interaction.User(parts);
        }
        if (item instanceof Interaction.ToolResult result) {
            ToolEnvelope envelope = result.envelope();
            List<Part> parts = sendable(envelope.parts(), false, call);
            return parts == envelope.parts()
                    ? item
                    : new Interaction.ToolResult(result.callId(), envelope.withOnlyParts(parts));
        }
        return item;
    }

    private List<Part> sendable(List<Part> parts, boolean newest, AiCall call) {
        List<Part> sent = parts;
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            boolean refused = !newest && part instanceof Part.Image image && Boolean.FALSE.equals(verdict(image, call));
            if (refused || media.refusal(part, call.model().name()) != null) {
                sent = sent == parts ? new ArrayList<>(parts) : sent;
                sent.set(i, new Part.Text(MediaForm.leftOut(part)));
            }
        }
        return sent;
    }

    /** Records that the service read every picture of a call. */
    public void accepted(AiCall call) {
        if (call.effective().attached().bytes() > 0) {
            for (Part.Image image : images(call.effective())) {
                judge(key(image, call), true);
            }
        }
    }

    /**
     * Records the pictures that a service has refused: those of the call that it has not accepted before.
     *
     * @return whether the call may be sent again without them, because none is in the newest message of the user
     */
    public boolean refused(AiCall call, AiError error) {
        if (call.effective().attached().bytes() == 0
                || !REFUSALS.contains(error.category())
                || !ABOUT_PICTURES.matcher(error.providerMessage().text()).find()) {
            return false;
        }
        List<Part.Image> doubtful = new ArrayList<>(images(call.effective()));
        doubtful.removeIf(image -> verdict(image, call) != null);
        for (Part.Image image : doubtful) {
            judge(key(image, call), false);
        }
        call.state()
                .update(
                        RefusedPictures.KEY,
                        before -> Stream.concat(
                                        before.stream(), doubtful.stream().map(image -> key(image, call)))
                                .distinct()
                                .limit(MOST_JUDGED)
                                .toList());
        Interaction last = call.effective().get(call.effective().size() - 1);
        return !doubtful.isEmpty()
                && !(last instanceof Interaction.User said
                        && said.parts().stream().anyMatch(Part.Image.class::isInstance));
    }

    private @Nullable Boolean verdict(Part.Image image, AiCall call) {
        String key = key(image, call);
        Boolean known;
        synchronized (accepted) {
            known = accepted.get(key);
        }
        boolean stored = known == null && call.state().get(RefusedPictures.KEY).contains(key);
        return stored ? Boolean.FALSE : known;
    }

    private void judge(String key, boolean taken) {
        synchronized (accepted) {
            accepted.remove(key);
            accepted.put(key, taken);
            if (accepted.size() > MOST_JUDGED) {
                accepted.remove(accepted.keySet().iterator().next());
            }
        }
    }

    private static String key(Part.Image image, AiCall call) {
        return call.model().name() + " " + image.blob().sha256();
    }

    private static List<Part.Image> images(Transcript items) {
        List<Part.Image> images = new ArrayList<>();
        for (Interaction item : items) {
            List<Part> parts = item instanceof Interaction.User said
                    ? said.parts()
                    : item instanceof Interaction.ToolResult result
                            ? result.envelope().parts()
                            : List.of();
            for (Part part : parts) {
                if (part instanceof Part.Image image) {
                    images.add(image);
                }
            }
        }
        return images;
    }

    /**
     * The types of media that a service takes, a row of {@link ServiceTable}; a model family can take less.
     *
     * @param images the types of images; empty if they are not known, so that all are sent
     * @param audio the types of sound; empty if it takes none
     * @param anyAudio whether the types of sound are not known, so that all are sent
     * @param families whether the models are those of OpenAI
     * @param pdf whether it takes PDF
     */
    record MediaSupport(Set<String> images, Set<String> audio, boolean anyAudio, boolean families, boolean pdf) {
        static MediaSupport of(ApiFormat format, ServerDialect dialect) {
            Json row = row(format, dialect);
            return new MediaSupport(
                    ServiceTable.words(row, "images"),
                    ServiceTable.words(row, "audio"),
                    !row.get("audio").exists(),
                    ServiceTable.is(row, "families"),
                    ServiceTable.is(row, "pdf"));
        }

        /** Loops: a first call comes by here (0063). */
        private static Json row(ApiFormat format, ServerDialect dialect) {
            for (Json row : ServiceTable.rows("media")) {
                Json server = row.get("server");
                if (ServiceTable.words(row, "formats").contains(format.name())
                        && (!server.exists() || dialect.has(ServerDialect.Feature.valueOf(server.asText())))) {
                    return row;
                }
            }
            throw new IllegalStateException("the last row of each format is for every server");
        }

        /** Returns the error for a part that cannot be sent; null if it can. */
        @Nullable
        AiError refusal(Part part, String model) {
            if (part instanceof Part.Image image) {
                return refusal(image, model);
            }
            if (part instanceof Part.Audio sound
                    && !anyAudio
                    && !audio.contains(sound.blob().mediaType())) {
                return error("audio-type", "a recording", sound.blob().mediaType(), audio);
            }
            if (part instanceof Part.File file && !isTaken(file)) {
                return AiError.of(
                        AiError.Category.CAPABILITY,
                        "file-type",
                        "a file of the type " + file.blob().mediaType()
                                + " cannot be sent: models read text"
                                + (pdf ? " and PDF" : "") + "; send what a tool can read of it");
            }
            return null;
        }

        private boolean isTaken(Part.File file) {
            return pdf ? MediaForm.isSendable(file) : MediaForm.isText(file.blob());
        }

        private @Nullable AiError refusal(Part.Image image, String model) {
            String type = image.blob().mediaType();
            if (families && !ModelFamily.of(ModelFamily.Group.OPENAI, model).has(ModelFamily.Trait.SEES)) {
                return AiError.of(
                        AiError.Category.CAPABILITY,
                        "image-input",
                        "the model " + model + " takes no images; name another model, or describe the picture");
            }
            return images.isEmpty() || images.contains(type) ? null : error("image-type", "an image", type, images);
        }

        private static AiError error(String code, String what, String type, Set<String> taken) {
            String wayOut = taken.isEmpty()
                    ? "the service takes none; send its text"
                    : "the service takes "
                            + String.join(", ", taken.stream().sorted().toList());
            return AiError.of(
                    AiError.Category.CAPABILITY, code, what + " of the type " + type + " cannot be sent: " + wayOut);
        }
    }
}
