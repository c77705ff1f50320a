package dev.turnstile.model.config;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** What a component of a configuration record means to an administrator, and which values it takes. */
@Documented
@Target(ElementType.RECORD_COMPONENT)
@Retention(RetentionPolicy.RUNTIME)
public @interface Setting {

    /** What it does: the sentence that the documentation shows. */
    String value();

    /** Whether a change is taken over while the service runs. */
    boolean reloadable() default false;

    /** The form of a text, or of each text of a list or map. */
    TextForm form() default TextForm.ANY;

    /** The form of the keys of a map. */
    TextForm keys() default TextForm.ANY;

    /** The least number. */
    long min() default Long.MIN_VALUE;

    /** The greatest number. */
    long max() default Long.MAX_VALUE;

    /** The shortest duration. */
    String atLeast() default "";

    /** Whether zero stands for the default, as it does in Go where a value is not a pointer. */
    boolean zeroIsUnset() default false;

    /** The default in words, where it is not a fixed value. */
    String otherwise() default "";
}
