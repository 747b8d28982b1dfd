package main

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// outboxMessages is the number of messages that may wait for a client beside the one that is being written. One more, and all that
// wait are given up and the client is disconnected: the rule of the web application.
const outboxMessages = 64

// channels are those that have a subscriber. One lock holds the order of messages: the number of a message within its channel is
// drawn and the message handed to all outboxes before the next one. Nothing waits for a client under it.
type channels struct {
	counters *gauges
	mutex    sync.Mutex
	open     map[string]*channel
}

type channel struct {
	subscribers map[*subscriber]struct{}
	requests    int64
}

// subscriber is one WebSocket of /channels, with a goroutine that reads and one that writes.
type subscriber struct {
	connection *websocket.Conn
	outbox     chan outgoing
	// identifiers and overrun are guarded by the lock of all channels.
	identifiers map[string]struct{}
	overrun     bool
}

// outgoing is a message for one client; an answer is no delivery and is not counted.
type outgoing struct {
	message    *websocket.PreparedMessage
	isDelivery bool
}

func newChannels(counters *gauges) *channels {
	return &channels{counters: counters, open: map[string]*channel{}}
}

// serve upgrades a request, and reads from its client until it is gone.
func (c *channels) serve(response http.ResponseWriter, request *http.Request) {
	connection, err := upgrader.Upgrade(response, request, nil)
	if err != nil {
		return
	}
	defer connection.Close()
	connection.SetReadLimit(messageBytes)
	client := &subscriber{
		connection: connection, outbox: make(chan outgoing, outboxMessages), identifiers: map[string]struct{}{}}
	c.counters.add(channelClients, 1)
	go c.write(client)
	for {
		kind, text, err := connection.ReadMessage()
		if err != nil || kind != websocket.TextMessage {
			break
		}
		c.received(client, text)
	}
	c.leaveAll(client)
	// Nobody else delivers to it now.
	close(client.outbox)
}

// write sends what is in the outbox of a client until it is closed.
func (c *channels) write(client *subscriber) {
	isOpen := true
	for next := range client.outbox {
		if isOpen && client.connection.WritePreparedMessage(next.message) != nil {
			isOpen = false
			_ = client.connection.Close()
		}
		if next.isDelivery && isOpen {
			c.counters.add(deliveriesWritten, 1)
		} else if next.isDelivery {
			c.counters.add(deliveriesDropped, 1)
		}
	}
}

// received performs the action that a client asks for, and answers it.
func (c *channels) received(from *subscriber, text []byte) {
	message, problem := parseMessage(text)
	switch {
	case problem != "":
		answer(from, `{"error":`+quote(problem)+"}")
	case message.action == actionSubscribe:
		c.subscribe(from, message.identifier)
		answer(from, `{"subscribed":`+quote(message.identifier)+"}")
	case message.action == actionUnsubscribe:
		c.unsubscribe(from, message.identifier)
		answer(from, `{"unsubscribed":`+quote(message.identifier)+"}")
	default:
		c.publish(message.identifier, func(int) string { return quote(message.elements) })
	}
}

func answer(client *subscriber, text string) {
	if message, err := websocket.NewPreparedMessage(websocket.TextMessage, []byte(text)); err == nil {
		client.outbox <- outgoing{message: message}
	}
}

func (c *channels) subscribe(client *subscriber, identifier string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if _, is := client.identifiers[identifier]; is {
		return
	}
	client.identifiers[identifier] = struct{}{}
	joined := c.open[identifier]
	if joined == nil {
		joined = &channel{subscribers: map[*subscriber]struct{}{}}
		c.open[identifier] = joined
		c.counters.add(openChannels, 1)
	}
	joined.subscribers[client] = struct{}{}
	c.counters.add(subscriptions, 1)
}

func (c *channels) unsubscribe(client *subscriber, identifier string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.leave(client, identifier)
}

func (c *channels) leaveAll(client *subscriber) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for identifier := range client.identifiers {
		c.leave(client, identifier)
	}
	c.counters.add(channelClients, -1)
}

// leave is called with the lock.
func (c *channels) leave(client *subscriber, identifier string) {
	if _, is := client.identifiers[identifier]; !is {
		return
	}
	delete(client.identifiers, identifier)
	left := c.open[identifier]
	delete(left.subscribers, client)
	c.counters.add(subscriptions, -1)
	if len(left.subscribers) == 0 {
		delete(c.open, identifier)
		c.counters.add(openChannels, -1)
	}
}

// publish sends a message to all subscribers of a channel, and returns false if it has none. The elements are a JSON string, given
// the number of bytes of the rest of the message, its quotes included.
func (c *channels) publish(identifier string, elements func(rest int) string) bool {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	to := c.open[identifier]
	if to == nil {
		return false
	}
	to.requests++
	before := `{"request":` + strconv.FormatInt(to.requests, 10) + `,"timestamp":` +
		strconv.FormatInt(time.Now().UnixMilli(), 10) + `,"identifier":` + quote(identifier) + `,"elements":`
	text := before + elements(len(before)+len(`""}`)) + "}"
	message, err := websocket.NewPreparedMessage(websocket.TextMessage, []byte(text))
	if err != nil {
		return false
	}
	c.counters.add(published, 1)
	c.counters.add(deliveriesDue, int64(len(to.subscribers)))
	for client := range to.subscribers {
		c.deliver(client, message)
	}
	return true
}

// deliver is called with the lock.
func (c *channels) deliver(client *subscriber, message *websocket.PreparedMessage) {
	if client.overrun {
		c.counters.add(deliveriesDropped, 1)
		return
	}
	select {
	case client.outbox <- outgoing{message: message, isDelivery: true}:
	default:
		client.overrun = true
		c.counters.add(deliveriesDropped, 1)
		c.counters.add(slowClients, 1)
		// The write that waits for this client fails, and whatever waits behind it is given up.
		_ = client.connection.Close()
	}
}
