package io.ceiling.harness.scenario;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggests the word that a mistyped one was meant to be. Pure functions. */
public final class Suggestion {

    private Suggestion() {}

    /**
     * Returns the nearest word if it differs in one letter, or in at most a third of the letters of the shorter word;
     * leading dashes do not count.
     */
    public static Optional<String> nearest(String typed, Collection<String> words) {
        String letters = letters(typed.toLowerCase(Locale.ROOT));
        return words.stream()
                .filter(word -> distance(letters, letters(word)) <= allowed(letters, letters(word)))
                .min(Comparator.comparingInt((String word) -> distance(letters, letters(word)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static String letters(String word) {
        return word.replaceFirst("^-+", "");
    }

    private static int allowed(String a, String b) {
        return Math.max(1, Math.min(a.length(), b.length()) / 3);
    }

    /** Returns the end of a message: {@code , did you mean 'jetty'?}; empty if no word is near. */
    public static String text(String typed, Collection<String> words) {
        return nearest(typed, words).map(", did you mean '%s'?"::formatted).orElse("");
    }

    private static int distance(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    cost[i][j] = i + j;
                    continue;
                }
                int replaced = cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                cost[i][j] = Math.min(replaced, 1 + Math.min(cost[i - 1][j], cost[i][j - 1]));
                boolean swapped =
                        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
                if (swapped) {
                    cost[i][j] = Math.min(cost[i][j], cost[i - 2][j - 2] + 1);
                }
            }
        }
        return cost[a.length()][b.length()];
    }
}
