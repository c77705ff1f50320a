package dev.turnstile.model.meta;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The entries of this list are distinguished by these fields ({@code x-kubernetes-list-type: map} in the schema). */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.RECORD_COMPONENT)
public @interface ListMapKeys {
    /** The names of the fields, as on the wire. */
    String[] value();
}
