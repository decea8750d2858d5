/** Recorded answers of a real provider: recorded once with a key, replayed ever after without one, without the network. */
@NullMarked
package dev.plumbline.testkit.cassette;

import org.jspecify.annotations.NullMarked;
