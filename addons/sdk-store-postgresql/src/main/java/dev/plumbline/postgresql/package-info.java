/** Conversations, answers, budgets and runs of bodies in a PostgreSQL database. */
@NullMarked
package dev.plumbline.postgresql;

import org.jspecify.annotations.NullMarked;
