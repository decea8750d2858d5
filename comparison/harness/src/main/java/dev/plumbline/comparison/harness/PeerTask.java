package dev.plumbline.comparison.harness;

import java.util.List;
import java.util.function.Consumer;

/** What a contender may be asked to do once. */
public enum PeerTask {
    /** A plain call. */
    ASK {
        @Override
        String run(Peer contender, String words, Consumer<String> pieces) throws Exception {
            return contender.ask(words);
        }
    },
    /** A streamed call. */
    STREAM {
        @Override
        String run(Peer contender, String words, Consumer<String> pieces) throws Exception {
            return contender.stream(words, pieces);
        }
    },
    /** A turn with tools. */
    WORK {
        @Override
        String run(Peer contender, String words, Consumer<String> pieces) throws Exception {
            return contender.talk(List.of(), false).say(words);
        }
    },
    /** The same, streamed. */
    WORK_STREAMED {
        @Override
        String run(Peer contender, String words, Consumer<String> pieces) throws Exception {
            return contender.talk(List.of(), true).say(words);
        }
    },
    /** A turn with tools, however it ends, and another in the same conversation. */
    WORK_ON {
        @Override
        String run(Peer contender, String words, Consumer<String> pieces) throws Exception {
            Peer.PeerSession talk = contender.talk(List.of(), false);
            try {
                talk.say(words);
            } catch (Exception | LinkageError | StackOverflowError theFirstTurnFailed) {
                pieces.accept("(the first turn failed)");
            }
            return talk.say("And now?");
        }
    },
    /** A plain call, however it ends, and another one of the same contender. */
    ASK_ON {
        @Override
        String run(Peer contender, String words, Consumer<String> pieces) throws Exception {
            try {
                contender.ask(words);
            } catch (Exception theFirstCallFailed) {
                pieces.accept("(the first call failed)");
            }
            return contender.ask("And now?");
        }
    },
    /** A streamed call that is given up at the first piece. */
    GIVE_UP {
        @Override
        String run(Peer contender, String words, Consumer<String> pieces) throws Exception {
            return contender.giveUp(words) / 1_000 + " us";
        }
    };

    /** What the library returns. */
    abstract String run(Peer contender, String words, Consumer<String> pieces) throws Exception;
}
