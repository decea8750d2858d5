/**
 * One call on its way: its options and limits, the handles it carries, the deltas that come back and the return they fold
 * into. Values are immutable; the handles a call carries are safe for any number of threads. Who changes a call on its
 * way, who answers it and what a conversation makes of it do not live here.
 */
@NullMarked
package dev.plumbline.call;

import org.jspecify.annotations.NullMarked;
