package dev.turnstile.service.rules;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.turnstile.rules.PackageRules;
import org.junit.jupiter.api.Test;

class ShellRulesTest {
    private static final String MODULE = "dev.turnstile.service";

    @Test
    void packagesOfTheShellFormNoCycle() {
        new PackageRules(MODULE)
                .noCycles()
                .check(new ClassFileImporter()
                        .withImportOption(new ImportOption.DoNotIncludeTests())
                        .importPackages(MODULE));
    }
}
