/**
 * The words of the API that are compared, searched for or alerted on: condition types, reasons, events, components,
 * labels, annotations, finalizers and gates, one enum for each kind of thing.
 *
 * <p>Decides how each is spelled, and nothing else. Every module that reads or writes such a word takes it from here; a
 * test of this module reads the others' sources and refuses a second spelling, and a word that nothing uses.
 */
@NullMarked
package dev.turnstile.vocabulary;

import org.jspecify.annotations.NullMarked;
