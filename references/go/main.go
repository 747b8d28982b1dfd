// Command server is the reference in Go: net/http with gorilla/websocket, one goroutine for each connection
// (docs/references.md). It prints a READY line with the settings that it runs with, and ends when its standard input does.
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

	"github.com/gorilla/websocket"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

const (
	lengthCap    = 10240
	messageBytes = 64 << 10
	bufferBytes  = 1024
	// exitBadArguments and exitNotStarted are the exit codes of all servers of this project.
	exitBadArguments = 2
	exitNotStarted   = 3
)

var upgrader = websocket.Upgrader{
	ReadBufferSize:  bufferBytes,
	WriteBufferSize: bufferBytes,
	CheckOrigin:     sameOrigin,
}

var longest = letters(lengthCap)

func letters(count int) []byte {
	text := make([]byte, count)
	for i := range text {
		text[i] = byte('a' + i%26)
	}
	return text
}

// sameOrigin refuses web pages of other hosts, which a browser would connect.
func sameOrigin(request *http.Request) bool {
	origin := request.Header.Get("Origin")
	if origin == "" {
		return true
	}
	from, err := url.Parse(origin)
	return err == nil && from.Host == request.Host
}

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
	mux := http.NewServeMux()
	mux.HandleFunc(settings.contextPath+"/length", length)
	mux.HandleFunc(settings.contextPath+"/ws/upper", upper)
	mux.HandleFunc("/", notFound)
	go func() {
		// The zero timeouts of http.Server: no idle connection is closed.
		fail(exitNotStarted, http.Serve(listener, mux))
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

func length(response http.ResponseWriter, request *http.Request) {
	if !requireGet(response, request) {
		return
	}
	wanted, problem := parseLength(request.URL.RawQuery)
	if problem != "" {
		refuse(response, http.StatusBadRequest, problem)
		return
	}
	response.Header().Set("Content-Type", "text/plain;charset=UTF-8")
	response.Header().Set("Content-Length", strconv.Itoa(wanted))
	_, _ = response.Write(longest[:wanted])
}

func upper(response http.ResponseWriter, request *http.Request) {
	if !websocket.IsWebSocketUpgrade(request) {
		if requireGet(response, request) {
			response.Header().Set("Upgrade", "websocket")
			refuse(response, http.StatusUpgradeRequired, "/ws/upper takes WebSockets only")
		}
		return
	}
	connection, err := upgrader.Upgrade(response, request, nil)
	if err != nil {
		return
	}
	defer connection.Close()
	connection.SetReadLimit(messageBytes)
	// Whole words such as straße have an upper case of another length, which strings.ToUpper does not know.
	upperCase := cases.Upper(language.Und)
	for {
		kind, text, err := connection.ReadMessage()
		if err != nil || kind != websocket.TextMessage {
			return
		}
		if connection.WriteMessage(websocket.TextMessage, upperCase.Bytes(text)) != nil {
			return
		}
	}
}

func notFound(response http.ResponseWriter, request *http.Request) {
	refuse(response, http.StatusNotFound, fmt.Sprintf("there is no path '%s'", echo(request.URL.Path)))
}

func requireGet(response http.ResponseWriter, request *http.Request) bool {
	if request.Method == http.MethodGet {
		return true
	}
	response.Header().Set("Allow", http.MethodGet)
	refuse(response, http.StatusMethodNotAllowed, "method must be GET, was "+echo(request.Method))
	return false
}

func refuse(response http.ResponseWriter, status int, message string) {
	body := `{"error":` + quote(message) + "}"
	response.Header().Set("Content-Type", "application/json")
	response.Header().Set("Content-Length", strconv.Itoa(len(body)))
	response.WriteHeader(status)
	_, _ = io.WriteString(response, body)
}
