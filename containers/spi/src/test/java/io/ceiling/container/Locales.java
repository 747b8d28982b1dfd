package io.ceiling.container;

import java.util.Locale;

/** Runs code under another default locale. */
final class Locales {

    private Locales() {}

    static void run(String languageTag, Runnable code) {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag(languageTag));
        try {
            code.run();
        } finally {
            Locale.setDefault(before);
        }
    }
}
