package dev.plumbline.testkit.faults;

import dev.plumbline.call.AiDelta;
import dev.plumbline.policy.ResponsePolicy;
import dev.plumbline.policy.ResponsePolicy.DeltaFilter;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A policy of a thirteenth author, or one of its faults by number: references of a company's standards in answers, as they stream. The
 * model writes [[K-102]]: a code of 1 to 10 characters, none of them a bracket or a line feed, in double brackets. The first mention of
 * a code in a part of text is shown as "(see K-102)", each later one in the same part as "(K-102)".
 */
final class References {
    private static final int LONGEST = 10;

    private References() {}

    static ResponsePolicy policy(int wrong) {
        return ResponsePolicy.filter(call -> new Filter(wrong));
    }

    static final class Filter implements DeltaFilter {
        private static final int NO = -1;
        private static final int NOT_YET = 0;

        private final int wrong;
        private final StringBuilder held = new StringBuilder();
        private final Set<String> mentioned = new HashSet<>();

        Filter(int wrong) {
            this.wrong = wrong;
        }

        @Override
        public void accept(AiDelta delta, Consumer<AiDelta> out) {
            if (delta instanceof AiDelta.Text text) {
                held.append(text.text());
                show(out, false);
                return;
            }
            if (!(delta instanceof AiDelta.UsageReport) || wrong == 4) {
                finish(out);
            }
            out.accept(delta);
        }

        @Override
        public void finish(Consumer<AiDelta> out) {
            show(out, true);
            mentioned.clear();
        }

        private void show(Consumer<AiDelta> out, boolean last) {
            StringBuilder shown = new StringBuilder();
            int at = 0;
            while (at < held.length()) {
                int length = reference(at);
                if (length == NOT_YET && !last) {
                    break;
                }
                if (length > 0) {
                    String code = held.substring(at + 2, at + length - 2);
                    shown.append(mentioned.add(code) ? "(see " : "(")
                            .append(code)
                            .append(')');
                    at += length;
                } else {
                    int width = skipped(at);
                    shown.append(held, at, at + width);
                    at += width;
                }
            }
            held.delete(0, at);
            if (shown.length() > 0) {
                out.accept(new AiDelta.Text(shown.toString()));
            }
        }

        /** Returns how many characters are no part of a reference. */
        private int skipped(int at) {
            return wrong == 3 && held.indexOf("[[", at) == at ? 2 : 1;
        }

        /** Returns the length of the reference that begins here, NO if none does, NOT_YET if more text decides. */
        private int reference(int start) {
            int at = start;
            for (int i = 0; i < 2; i++, at++) {
                if (at == held.length()) {
                    return NOT_YET;
                }
                if (held.charAt(at) != '[') {
                    return NO;
                }
            }
            int code = 0;
            for (; at < held.length() && !isEnd(held.charAt(at)); at++) {
                if (++code > LONGEST) {
                    return NO;
                }
            }
            for (int i = 0; i < 2; i++, at++) {
                if (at == held.length()) {
                    return NOT_YET;
                }
                if (code == 0 || held.charAt(at) != ']') {
                    return NO;
                }
            }
            return at - start;
        }

        private static boolean isEnd(char c) {
            return c == '[' || c == ']' || c == '\n';
        }
    }
}
