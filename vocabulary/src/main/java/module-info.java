/** The words of the API, each spelled once. It knows nothing but them. */
module dev.turnstile.vocabulary {
    requires static transitive org.jspecify;

    exports dev.turnstile.vocabulary;
}
