/**
 * The contract of tools: what a tool is, what it receives, what it may throw, and what runs it. A tool sees the
 * conversation as a list of interactions, never as a tree. The executor is in sdk-tools.
 */
@NullMarked
package dev.plumbline.tool;

import org.jspecify.annotations.NullMarked;
