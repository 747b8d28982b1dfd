package io.ceiling.harness.observe;

import io.ceiling.harness.os.Command;
import io.ceiling.harness.os.ProcFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Finds the commit of a working tree. */
final class GitCommit {

    private GitCommit() {}

    /** Returns the commit, with -dirty if tracked files were changed; empty outside a clone. */
    static String of(Path folder, Duration patience) {
        String at = folder.toString();
        List<String> head = Command.output(patience, "git", "-C", at, "rev-parse", "HEAD");
        if (head.isEmpty()) {
            return fromFiles(folder.resolve(".git"));
        }
        List<String> changes =
                Command.output(patience, "git", "-C", at, "status", "--porcelain", "--untracked-files=no");
        return head.get(0).strip() + (changes.isEmpty() ? "" : "-dirty");
    }

    /**
     * Returns the commit without the git command: HEAD names a commit, or a branch that is a file or a line of
     * packed-refs.
     */
    static String fromFiles(Path git) {
        String head = ProcFiles.firstLine(git.resolve("HEAD"));
        if (!head.startsWith("ref: ")) {
            return head;
        }
        String branch = head.substring("ref: ".length());
        String loose = ProcFiles.firstLine(git.resolve(branch));
        return loose.isEmpty() ? packed(git, branch) : loose;
    }

    private static String packed(Path git, String branch) {
        return ProcFiles.lines(git.resolve("packed-refs")).stream()
                .filter(line -> line.endsWith(" " + branch))
                .map(line -> line.substring(0, line.indexOf(' ')))
                .findFirst()
                .orElse("");
    }
}
