package dev.plumbline.violations.statics.tools;

import java.util.concurrent.atomic.AtomicInteger;

/** Final, and counts. */
final class BadCounter {
    static final AtomicInteger COUNT = new AtomicInteger();
}
