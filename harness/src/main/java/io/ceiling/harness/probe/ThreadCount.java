package io.ceiling.harness.probe;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Threads of all processes that can be seen from here, which are those of this process' pid namespace; every one of them is
 * looked at, so a count takes some milliseconds, a tenth of a second with 30 000 threads.
 *
 * @param numbersTaken process numbers that the namespace cannot give away: those in use and those that it never gives twice
 * @param ofUser processes and threads of the user that was asked for; -1 if nobody was
 */
record ThreadCount(long numbersTaken, long ofUser) {

    /** Lower numbers are given once, to what a system starts with (RESERVED_PIDS in the kernel's pid.c). */
    private static final int FIRST_REUSED = 300;

    /** @param user -1 for nobody */
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
            // It has ended, and with it its threads.
            return List.of();
        }
        return numbers;
    }
}
