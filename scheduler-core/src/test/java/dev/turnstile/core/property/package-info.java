/** Random worlds, and what must hold in all of them. A failing seed is printed by the assertion that failed. */
@NullMarked
package dev.turnstile.core.property;

import org.jspecify.annotations.NullMarked;
