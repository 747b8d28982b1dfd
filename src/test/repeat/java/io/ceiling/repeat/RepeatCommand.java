package io.ceiling.repeat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestSource;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;

/** Prints for a test that failed the command that runs it alone. Every module has it among its tests. */
public final class RepeatCommand implements TestExecutionListener {

    private final Set<String> printed = ConcurrentHashMap.newKeySet();

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() != TestExecutionResult.Status.FAILED) {
            return;
        }
        String name = test.getSource().map(RepeatCommand::name).orElse("");
        if (!name.isEmpty() && printed.add(name)) {
            System.out.printf("To repeat \"%s\" alone: %s%n", test.getDisplayName(), command(module(), name));
        }
    }

    private static String name(TestSource source) {
        if (source instanceof MethodSource method) {
            return simple(method.getClassName()) + "#" + method.getMethodName();
        }
        return source instanceof ClassSource type ? simple(type.getClassName()) : "";
    }

    private static String simple(String className) {
        return className.substring(className.lastIndexOf('.') + 1);
    }

    /** @param name of a class or a method, such as {@code ProbeIT#whoCannotBeReachedIsOneLine} */
    static String command(String module, String name) {
        String type = name.replaceAll("[#$].*", "");
        return type.endsWith("IT")
                ? "mvn -Pall -pl %s -am -Dtests.unit.skip=true -Dit.test='%s' -Dfailsafe.failIfNoSpecifiedTests=false verify"
                        .formatted(module, name)
                : "mvn -Pall -pl %s -am -Dtest='%s' -Dsurefire.failIfNoSpecifiedTests=false test"
                        .formatted(module, name);
    }

    /** The folder of the module, from that of the project. */
    private static String module() {
        Path module =
                Path.of(System.getProperty("basedir", ".")).toAbsolutePath().normalize();
        for (Path root = module; root != null; root = root.getParent()) {
            if (Files.isDirectory(root.resolve(".mvn"))) {
                return root.relativize(module).toString();
            }
        }
        return String.valueOf(module.getFileName());
    }
}
