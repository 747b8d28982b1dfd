// Command server is the reference in Go: net/http with gorilla/websocket, one goroutine for each connection and a second one that
// writes to a client of channels (docs/references.md). It prints a READY line with the settings that it runs with, and ends when its standard input does.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
)

const (
	// exitBadArguments and exitNotStarted are the exit codes of all servers of this project.
	exitBadArguments = 2
	exitNotStarted   = 3
)

func main() {
	settings, err := parseSettings(os.Args[1:])
	if err != nil {
		fail(exitBadArguments, err)
	}
	if settings.maxThreads > 0 {
		runtime.GOMAXPROCS(settings.maxThreads)
	}
	listener, err := net.Listen("tcp4", net.JoinHostPort(settings.bind, strconv.Itoa(settings.port)))
	if err != nil {
		fail(exitNotStarted, fmt.Errorf("go did not start: cannot listen on port %d of %s: %w. Hint: 0 takes a free one",
			settings.port, settings.bind, err))
	}
	counters, err := openGauges(settings.gauges)
	if err != nil {
		fail(exitBadArguments, err)
	}
	go func() {
		// The zero timeouts of http.Server: no idle connection is closed.
		fail(exitNotStarted, http.Serve(listener, newSite(settings.contextPath, counters)))
	}()
	fmt.Println(ready(settings, listener))
	// The parent ends this process by ending its input.
	_, _ = io.Copy(io.Discard, os.Stdin)
}

func fail(code int, err error) {
	fmt.Fprintln(os.Stderr, "ceiling server: "+err.Error())
	os.Exit(code)
}

// ready returns the READY line, with percent-encoded values.
func ready(settings settings, listener net.Listener) string {
	values := [][2]string{
		{"pid", strconv.Itoa(os.Getpid())},
		{"port", strconv.Itoa(listener.Addr().(*net.TCPAddr).Port)},
		{"context_path", settings.contextPath},
		{"container", "go"},
		{"container_version", versions()},
		{"connector", "nio"},
		{"endpoint_class", fmt.Sprintf("%T", listener)},
		{"thread_kind", "platform"},
		{"max_threads", strconv.Itoa(runtime.GOMAXPROCS(0))},
		{"max_connections", "unlimited"},
		{"accept_count", backlog()},
		{"idle_timeout_ms", "unlimited"},
		{"buffers", fmt.Sprintf("ReadBufferSize:%d,WriteBufferSize:%d", upgrader.ReadBufferSize, upgrader.WriteBufferSize)},
		{"jdk", ""},
		{"heap_max_bytes", strconv.FormatInt(debug.SetMemoryLimit(-1), 10)},
		{"next_instance", ""},
	}
	line := []string{"READY"}
	for _, value := range values {
		line = append(line, value[0]+"="+url.QueryEscape(value[1]))
	}
	return strings.Join(line, " ")
}

// versions returns the version of Go and of the WebSocket library, as the linker has recorded them.
func versions() string {
	version := runtime.Version()
	if build, ok := debug.ReadBuildInfo(); ok {
		for _, module := range build.Deps {
			if strings.HasSuffix(module.Path, "/websocket") {
				version += " gorilla/websocket " + module.Version
			}
		}
	}
	return version
}

// backlog returns the length of the listen queue, which Go takes from the kernel; empty if it cannot be read.
func backlog() string {
	text, err := os.ReadFile("/proc/sys/net/core/somaxconn")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(text))
}
