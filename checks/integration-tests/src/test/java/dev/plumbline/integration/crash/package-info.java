/**
 * Programs that die: a child process talks, draws and writes down, is killed at any moment, and is gone on from. What a
 * journal promises is shown here with real files and real deaths; its format is tested in sdk-store.
 */
@NullMarked
package dev.plumbline.integration.crash;

import org.jspecify.annotations.NullMarked;
