package main

import (
	"fmt"
	"os"
	"sync/atomic"
	"syscall"
	"unsafe"
)

// A gauge is a counter of the gauges file, with the slot that the web application gives it.
type gauge int

const (
	upperSessions     gauge = 5
	lengthAnswers     gauge = 6
	upperAnswers      gauge = 7
	subscriptions     gauge = 8
	published         gauge = 10
	deliveriesDue     gauge = 11
	deliveriesWritten gauge = 12
	deliveriesDropped gauge = 13
	publishedLate     gauge = 14
	publishing        gauge = 15
	openChannels      gauge = 16
	channelClients    gauge = 17
	longestPause      gauge = 18
	slowClients       gauge = 19
)

const (
	gaugesFileBytes = 4096
	slotBytes       = 8
	// gaugesMagic is CEILING1 in ASCII, little-endian as every host that this is built for.
	gaugesMagic = 0x31474E494C494543
	// notSeen stands for a value that nobody measures.
	notSeen = -1
)

// gauges are counters that can be read from outside while the process hangs or after it was killed. Safe for concurrent use.
type gauges struct {
	slots []int64
}

// openGauges maps the file that the harness reads; without a name the counters are in memory.
func openGauges(name string) (*gauges, error) {
	counters := &gauges{slots: make([]int64, gaugesFileBytes/slotBytes)}
	if name != "" {
		file, err := os.OpenFile(name, os.O_RDWR, 0)
		if err != nil {
			return nil, fmt.Errorf("gauges must name an existing file: %w", err)
		}
		defer file.Close()
		if info, err := file.Stat(); err != nil || info.Size() < gaugesFileBytes {
			return nil, fmt.Errorf("gauges must name an existing file of at least %d bytes, was %s", gaugesFileBytes, name)
		}
		mapped, err := syscall.Mmap(
			int(file.Fd()), 0, gaugesFileBytes, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
		if err != nil {
			return nil, fmt.Errorf("gauges: cannot map %s: %w", name, err)
		}
		counters.slots = unsafe.Slice((*int64)(unsafe.Pointer(&mapped[0])), gaugesFileBytes/slotBytes)
	}
	counters.set(longestPause, notSeen)
	atomic.StoreInt64(&counters.slots[0], gaugesMagic)
	return counters, nil
}

func (g *gauges) add(which gauge, amount int64) {
	atomic.AddInt64(&g.slots[which], amount)
}

func (g *gauges) set(which gauge, value int64) {
	atomic.StoreInt64(&g.slots[which], value)
}

func (g *gauges) value(which gauge) int64 {
	return atomic.LoadInt64(&g.slots[which])
}
