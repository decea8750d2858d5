/** Whether the published laws of policies see what is wrong with a policy. */
@NullMarked
package dev.plumbline.integration.laws;

import org.jspecify.annotations.NullMarked;
