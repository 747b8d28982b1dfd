package io.ceiling.it.planted;

import java.util.List;
import java.util.regex.Pattern;

/** What a probe of a drawn chain found, against what is true. */
record ChainResult(ChainDraw draw, List<String> names, Answer answer, long seconds) {

    private static final double TOLERANCE = 0.05;

    /**
     * A row of ceilings.csv.
     *
     * @param name limiting factor; {@code none} if nothing was blamed
     * @param words evidence and relief
     */
    record Answer(String name, String verdict, String number, String words) {}

    enum Judgement {
        RIGHT,
        NUMBER_OFF,
        WRONG_STATION,
        NO_NAME,
        SKIPPED;

        String label() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
        }
    }

    Judgement judgement() {
        if (answer.verdict().equals("skipped")) {
            return Judgement.SKIPPED;
        }
        if (names.stream().anyMatch(this::isNamed) && !answer.verdict().equals("invalid")) {
            return isNumberRight() ? Judgement.RIGHT : Judgement.NUMBER_OFF;
        }
        boolean noName = List.of("unknown", "invalid", "broken off").contains(answer.verdict())
                || List.of("unknown", ChainDraw.NOTHING).contains(answer.name());
        return noName ? Judgement.NO_NAME : Judgement.WRONG_STATION;
    }

    /** The name is the one that says most. */
    boolean isBestName() {
        return isNamed(names.get(0)) && !answer.verdict().equals("invalid");
    }

    private boolean isNamed(String right) {
        String[] parts = right.split("~", 2);
        return answer.name().equals(parts[0])
                && (parts.length == 1
                        || Pattern.compile(parts[1]).matcher(answer.words()).find());
    }

    private boolean isNumberRight() {
        int expected = draw.number().orElse(0);
        return draw.number().isEmpty()
                || (!answer.number().isEmpty()
                        && Math.abs(Integer.parseInt(answer.number()) - expected) <= Math.max(1, TOLERANCE * expected));
    }

    String line() {
        return "%s: %s, expected %s at %s, found %s at %s (%s, %d s): %s"
                .formatted(
                        judgement().label(),
                        draw.name(),
                        String.join(" or ", names),
                        draw.number().isPresent() ? draw.number().getAsInt() : "any number",
                        answer.name(),
                        answer.number().isEmpty() ? "-" : answer.number(),
                        answer.verdict(),
                        seconds,
                        answer.words());
    }
}
