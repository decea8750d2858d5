/**
 * An "AI desk" for Sweet Home 3D: a window in which one says what the plan should look like, and a model that draws it.
 * {@code AiDeskPlugin} is what the host sees; {@code HomeAssistant} is the assistant; {@code HomePlan} is the document.
 */
@NullMarked
package dev.plumbline.examples.sweethome3d;

import org.jspecify.annotations.NullMarked;
