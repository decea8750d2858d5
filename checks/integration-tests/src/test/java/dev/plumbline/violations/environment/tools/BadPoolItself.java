package dev.plumbline.violations.environment.tools;

import java.util.concurrent.ScheduledThreadPoolExecutor;

/** Touches the world. */
final class BadPoolItself {
    Object touch() {
        return new ScheduledThreadPoolExecutor(1);
    }
}
