package main

import (
	"fmt"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"
)

const (
	lateAfter = time.Millisecond
	nap       = 50 * time.Microsecond
	// longestNap is the time after which a stop is noticed at the latest.
	longestNap = 10 * time.Millisecond
	stopping   = 5 * time.Second
	// patience is the time after which a backlog that does not change is not waited for any longer.
	patience = 200 * time.Millisecond
	// closedWindow and openWindow are the backlogs at which no message is published without a rate, and with one.
	closedWindow = 256
	openWindow   = 16 << 10
	// windowOfAClient is the part of closedWindow for each client: half an outbox, since all that is on its way may be for one of few clients.
	windowOfAClient = 32
	stampsChars  = 32
	// frameBytes is the most that a message has without its elements.
	frameBytes     = 128
	clockMonotonic = 1
)

// order is what the publisher is asked for, as the web application takes it: a rate of 0 is no pause between messages.
type order struct {
	perSecond   int64
	bytes       int
	identifiers int32
	seconds     int64
	seed        int64
}

// publisher publishes messages to channels drawn at random, in a thread of its own. Safe for concurrent use.
type publisher struct {
	channels *channels
	counters *gauges
	mutex    sync.Mutex
	work     *publishingWork
}

// publishingWork is one order and how far it has come.
type publishingWork struct {
	publisher *publisher
	order     order
	random    splittable
	// forgiven is the backlog that is not waited for.
	forgiven int64
	stopped  atomic.Bool
	ended    chan struct{}
	messages atomic.Int64
	late     atomic.Int64
	duration atomic.Int64
}

// start begins to publish without waiting for the end, and returns false if messages are being published already.
func (p *publisher) start(asked order) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.work != nil && !p.work.isOver() {
		return false
	}
	p.work = &publishingWork{
		publisher: p, order: asked, random: splittable{seed: uint64(asked.seed)}, forgiven: p.backlog(), ended: make(chan struct{})}
	go p.work.run()
	return true
}

// stop ends publishing, and returns what was published as JSON. It blocks for 5 s at most.
func (p *publisher) stop() string {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if p.work == nil {
		return outcome(0, 0, 0)
	}
	p.work.stopped.Store(true)
	select {
	case <-p.work.ended:
	case <-time.After(stopping):
	}
	return outcome(p.work.messages.Load(), p.work.late.Load(), p.work.duration.Load())
}

func outcome(messages, late, nanos int64) string {
	return fmt.Sprintf(`{"messages":%d,"late":%d,"duration_ns":%d}`, messages, late, nanos)
}

func (p *publisher) backlog() int64 {
	return p.counters.value(deliveriesDue) - p.counters.value(deliveriesWritten) - p.counters.value(deliveriesDropped)
}

func (w *publishingWork) isOver() bool {
	select {
	case <-w.ended:
		return true
	default:
		return false
	}
}

func (w *publishingWork) run() {
	// A thread of its own sleeps more exactly than timers of Go, which are rounded up to milliseconds.
	runtime.LockOSThread()
	defer close(w.ended)
	w.publisher.counters.set(publishing, 1)
	defer w.publisher.counters.set(publishing, 0)
	start := time.Now()
	end := time.Duration(w.order.seconds) * time.Second
	for i := int64(0); !w.stopped.Load(); i++ {
		// Of an order without a rate it is always now.
		intended := time.Since(start)
		if w.order.perSecond > 0 {
			intended = time.Duration(float64(i) * (float64(time.Second) / float64(w.order.perSecond)))
		}
		if intended >= end {
			return
		}
		w.awaitTime(start, intended)
		w.awaitRoom()
		if w.stopped.Load() {
			return
		}
		if w.order.perSecond == 0 {
			intended = time.Since(start)
		} else if time.Since(start)-intended > lateAfter {
			w.late.Add(1)
			w.publisher.counters.add(publishedLate, 1)
		}
		w.publish(start.Add(intended))
		w.duration.Store(int64(time.Since(start)))
	}
}

func (w *publishingWork) awaitTime(start time.Time, intended time.Duration) {
	for left := intended - time.Since(start); left > 0 && !w.stopped.Load(); left = intended - time.Since(start) {
		sleep(min(left, longestNap))
	}
}

func (w *publishingWork) awaitRoom() {
	window := int64(openWindow)
	if w.order.perSecond == 0 {
		window = min(closedWindow, windowOfAClient*max(1, w.publisher.counters.value(channelClients)))
	}
	last := int64(-1)
	since := time.Now()
	for !w.stopped.Load() {
		backlog := w.publisher.backlog() - w.forgiven
		if backlog < window {
			return
		}
		if backlog != last {
			last = backlog
			since = time.Now()
		} else if time.Since(since) > patience {
			w.forgiven += backlog
			return
		}
		sleep(nap)
	}
}

func (w *publishingWork) publish(intended time.Time) {
	identifier := strconv.Itoa(int(w.random.next(w.order.identifiers)))
	isSent := w.publisher.channels.publish(identifier, func(rest int) string {
		return `"` + elements(monotonic(intended), monotonic(time.Now()), w.order.bytes-rest) + `"`
	})
	if isSent {
		w.messages.Add(1)
	}
}

// elements returns those that fill a message up to its size.
func elements(intended, sent int64, bytes int) string {
	stamps := fmt.Sprintf("%016x%016x", intended, sent)
	if bytes <= stampsChars {
		return stamps
	}
	return stamps + string(fill[stampsChars:bytes])
}

// sleep is not interrupted by a stop.
func sleep(duration time.Duration) {
	request := syscall.NsecToTimespec(int64(duration))
	_ = syscall.Nanosleep(&request, nil)
}

// epoch is one moment, in the clock of Go and in the monotonic clock of this host, which the load agents read.
var epoch, epochNanos = time.Now(), monotonicNow()

// monotonic returns a moment in nanoseconds of this host's monotonic clock.
func monotonic(moment time.Time) int64 {
	return epochNanos + int64(moment.Sub(epoch))
}

func monotonicNow() int64 {
	var now syscall.Timespec
	if _, _, err := syscall.Syscall(
		syscall.SYS_CLOCK_GETTIME, clockMonotonic, uintptr(unsafe.Pointer(&now)), 0); err != 0 {
		panic("no monotonic clock: " + err.Error())
	}
	return now.Nano()
}
