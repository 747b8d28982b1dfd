package io.ceiling.harness.probe;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The threads of all processes in the pid namespace of this process. Counting looks at every process, which takes some
 * milliseconds, or a tenth of a second with 30 000 threads.
 *
 * @param numbersTaken process numbers that the namespace cannot assign: those in use and those that it never assigns
 *     twice
 * @param ofUser processes and threads of the given user; -1 if none was given
 */
record ThreadCount(long numbersTaken, long ofUser) {

    /**
     * Lowest number that is assigned again; lower ones are assigned once, when the system starts (RESERVED_PIDS in the
     * kernel's pid.c).
     */
    private static final int FIRST_REUSED = 300;

    /**
     * Counts the threads.
     *
     * @param user user whose threads are counted separately; -1 for none
     */
    static ThreadCount of(Path proc, long user) {
        long reused = 0;
        long ofUser = 0;
        try (DirectoryStream<Path> processes = Files.newDirectoryStream(proc, "[0-9]*")) {
            for (Path process : processes) {
                List<Long> threads = threads(process);
                reused += threads.stream()
                        .filter(number -> number >= FIRST_REUSED)
                        .count();
                if (user >= 0 && ProcessReader.realUser(process) == user) {
                    ofUser += threads.size();
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return new ThreadCount(ProcFiles.UNSEEN, ProcFiles.UNSEEN);
        }
        return new ThreadCount(FIRST_REUSED + reused, user < 0 ? ProcFiles.UNSEEN : ofUser);
    }

    private static List<Long> threads(Path process) {
        List<Long> numbers = new ArrayList<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
            threads.forEach(
                    thread -> numbers.add(ProcFiles.number(thread.getFileName().toString())));
        } catch (IOException | DirectoryIteratorException e) {
            // The process has ended together with its threads.
            return List.of();
        }
        return numbers;
    }
}
