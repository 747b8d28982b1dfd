module ceiling/references/go

go 1.23.0

require (
	github.com/gorilla/websocket v1.5.3
	golang.org/x/text v0.27.0
)
