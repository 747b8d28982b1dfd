package main

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"

	"github.com/gorilla/websocket"
	"golang.org/x/text/cases"
	"golang.org/x/text/language"
)

const (
	lengthCap    = 10240
	messageBytes = 64 << 10
	bufferBytes  = 1024
)

var upgrader = websocket.Upgrader{
	ReadBufferSize:  bufferBytes,
	WriteBufferSize: bufferBytes,
	CheckOrigin:     sameOrigin,
}

// fill is what answers and messages consist of.
var fill = letters(messageBytes)

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

// site is what each path does.
type site struct {
	counters  *gauges
	channels  *channels
	publisher *publisher
}

// newSite returns the handler of all paths below the context path.
func newSite(contextPath string, counters *gauges) http.Handler {
	joined := newChannels(counters)
	s := &site{counters: counters, channels: joined, publisher: &publisher{channels: joined, counters: counters}}
	mux := http.NewServeMux()
	mux.HandleFunc(contextPath+"/length", s.length)
	mux.HandleFunc(contextPath+"/ws/upper", s.upper)
	mux.HandleFunc(contextPath+"/channels", s.join)
	mux.HandleFunc(contextPath+"/publisher", s.publish)
	mux.HandleFunc(contextPath+"/publisher/stop", s.stop)
	mux.HandleFunc("/", notFound)
	return mux
}

func (s *site) length(response http.ResponseWriter, request *http.Request) {
	if !requireMethod(response, request, http.MethodGet) {
		return
	}
	wanted, problem := parseLength(request.URL.RawQuery)
	if problem != "" {
		refuse(response, http.StatusBadRequest, problem)
		return
	}
	s.counters.add(lengthAnswers, 1)
	response.Header().Set("Content-Type", "text/plain;charset=UTF-8")
	response.Header().Set("Content-Length", strconv.FormatInt(wanted, 10))
	_, _ = response.Write(fill[:wanted])
}

func (s *site) upper(response http.ResponseWriter, request *http.Request) {
	if !requireUpgrade(response, request, "/ws/upper") {
		return
	}
	connection, err := upgrader.Upgrade(response, request, nil)
	if err != nil {
		return
	}
	defer connection.Close()
	s.counters.add(upperSessions, 1)
	defer s.counters.add(upperSessions, -1)
	connection.SetReadLimit(messageBytes)
	// Whole words such as straße have an upper case of another length, which strings.ToUpper does not know.
	upperCase := cases.Upper(language.Und)
	for {
		kind, text, err := connection.ReadMessage()
		if err != nil || kind != websocket.TextMessage {
			return
		}
		s.counters.add(upperAnswers, 1)
		if connection.WriteMessage(websocket.TextMessage, upperCase.Bytes(text)) != nil {
			return
		}
	}
}

func (s *site) join(response http.ResponseWriter, request *http.Request) {
	if requireUpgrade(response, request, "/channels") {
		s.channels.serve(response, request)
	}
}

func (s *site) publish(response http.ResponseWriter, request *http.Request) {
	if !requireMethod(response, request, http.MethodPost) {
		return
	}
	asked, problem := parseOrder(request.URL.RawQuery)
	switch {
	case problem != "":
		refuse(response, http.StatusBadRequest, problem)
	case !s.publisher.start(asked):
		refuse(response, http.StatusServiceUnavailable, "messages are being published already. Hint: POST /publisher/stop")
	default:
		send(response, http.StatusOK, `{"publishing":true}`)
	}
}

func (s *site) stop(response http.ResponseWriter, request *http.Request) {
	if requireMethod(response, request, http.MethodPost) {
		send(response, http.StatusOK, s.publisher.stop())
	}
}

func notFound(response http.ResponseWriter, request *http.Request) {
	refuse(response, http.StatusNotFound, fmt.Sprintf("there is no path '%s'", echo(request.URL.Path)))
}

// requireUpgrade answers a request that is no upgrade to a WebSocket, and returns false for it.
func requireUpgrade(response http.ResponseWriter, request *http.Request, path string) bool {
	if websocket.IsWebSocketUpgrade(request) {
		return true
	}
	if requireMethod(response, request, http.MethodGet) {
		response.Header().Set("Upgrade", "websocket")
		refuse(response, http.StatusUpgradeRequired, path+" takes WebSockets only")
	}
	return false
}

func requireMethod(response http.ResponseWriter, request *http.Request, allowed string) bool {
	if request.Method == allowed {
		return true
	}
	response.Header().Set("Allow", allowed)
	refuse(response, http.StatusMethodNotAllowed, "method must be "+allowed+", was "+echo(request.Method))
	return false
}

func refuse(response http.ResponseWriter, status int, message string) {
	send(response, status, `{"error":`+quote(message)+"}")
}

func send(response http.ResponseWriter, status int, body string) {
	response.Header().Set("Content-Type", "application/json")
	response.Header().Set("Content-Length", strconv.Itoa(len(body)))
	response.WriteHeader(status)
	_, _ = io.WriteString(response, body)
}
