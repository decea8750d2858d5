/**
 * The contract of tools: what a tool is, what it is told, what it may throw, and who runs it. A tool sees the
 * conversation as a list of interactions, never as a tree. Running tools lives in sdk-tools.
 */
@NullMarked
package dev.plumbline.tool;

import org.jspecify.annotations.NullMarked;
