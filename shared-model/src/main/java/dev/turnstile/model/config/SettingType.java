package dev.turnstile.model.config;

import java.util.List;
import java.util.Optional;

/** What may stand at a place of the configuration. */
sealed interface SettingType {

    /** Named settings. */
    record Section(List<Member> members) implements SettingType {

        Optional<Member> member(String name) {
            return members.stream().filter(member -> member.name().equals(name)).findFirst();
        }
    }

    /** A list. */
    record Items(SettingType element) implements SettingType {}

    /** Values under keys that the user chooses. */
    record Entries(SettingType element) implements SettingType {}

    /** One value. */
    record Scalar(Class<?> type) implements SettingType {}

    /**
     * A setting of a section.
     *
     * @param fixedDefault as written at its component; empty where there is none
     */
    record Member(String name, SettingType type, Setting setting, List<String> fixedDefault) {}
}
