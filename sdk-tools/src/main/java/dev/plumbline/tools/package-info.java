/**
 * Running a tool: finding it by name, binding its arguments, the layers around its call, and the envelope that holds
 * its outcome. What a tool is and what an envelope may say live in sdk-api. When tools run inside a turn, and which of
 * them a model may see, does not live here.
 */
@NullMarked
package dev.plumbline.tools;

import org.jspecify.annotations.NullMarked;
