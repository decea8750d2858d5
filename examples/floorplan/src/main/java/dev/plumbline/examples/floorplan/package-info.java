/**
 * A floor plan that a model draws with tools, in the size of a first plugin. It uses what every user may use and nothing
 * else. No part of the SDK lives here.
 */
@NullMarked
package dev.plumbline.examples.floorplan;

import org.jspecify.annotations.NullMarked;
