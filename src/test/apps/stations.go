// Command stations is an HTTP server whose requests pass a chain of stations, such as wait:100,lock:10: SERVER_PORT, STATIONS.
package main

import (
	"net"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
	"unsafe"
)

const (
	pass   = 200
	answer = 0
)

func slept(millis int) int {
	time.Sleep(time.Duration(millis) * time.Millisecond)
	return pass
}

func used() int64 {
	var t syscall.Timespec
	_, _, _ = syscall.Syscall(syscall.SYS_CLOCK_GETTIME, 3, uintptr(unsafe.Pointer(&t)), 0)
	return t.Nano()
}

func bucket(perSecond, burst int, refuses bool) func() int {
	var lock sync.Mutex
	period := time.Second / time.Duration(perSecond)
	credit := time.Duration(burst) * period
	next := time.Now().Add(-credit)
	return func() int {
		lock.Lock()
		now, own := time.Now(), next.Add(period)
		if earliest := now.Add(-credit); next.Before(earliest) {
			own = earliest.Add(period)
		}
		if refuses && own.After(now) {
			lock.Unlock()
			return 429
		}
		next = own
		lock.Unlock()
		time.Sleep(own.Sub(now))
		return pass
	}
}

func station(kind string, first, second, third int) func() int {
	switch kind {
	case "wait":
		return func() int { return slept(first) }
	case "cpu":
		return func() int {
			runtime.LockOSThread()
			defer runtime.UnlockOSThread()
			for end := used() + int64(first)*1e6; used() < end; {
			}
			return pass
		}
	case "lock":
		var lock sync.Mutex
		return func() int { lock.Lock(); defer lock.Unlock(); return slept(first) }
	case "pool":
		idle := make(chan net.Conn, first)
		for i := 0; i < first; i++ {
			connection, err := net.Dial("tcp", "127.0.0.1:"+strconv.Itoa(second))
			if err != nil {
				panic(err)
			}
			idle <- connection
		}
		return func() int {
			connection := <-idle
			defer func() { idle <- connection }()
			b := []byte{'?'}
			if _, err := connection.Write(b); err != nil {
				return 500
			}
			if n, _ := connection.Read(b); n == 0 {
				return 500
			}
			return pass
		}
	case "cache":
		var asked atomic.Int64
		miss := int64(100 - first)
		return func() int {
			if n := asked.Add(1); n*miss/100 > (n-1)*miss/100 {
				return pass
			}
			return answer
		}
	case "bucket", "quota":
		return bucket(first, second, kind == "quota")
	case "queue":
		var inside atomic.Int64
		places := make(chan struct{}, first)
		return func() int {
			defer inside.Add(-1)
			if inside.Add(1) > int64(first+second) {
				return 503
			}
			places <- struct{}{}
			defer func() { <-places }()
			return slept(third)
		}
	}
	panic("no station of that kind: " + kind)
}

func main() {
	var stations []func() int
	for _, text := range strings.Split(os.Getenv("STATIONS"), ",") {
		words, numbers := strings.Split(text, ":"), [3]int{}
		for i, word := range words[1:] {
			numbers[i], _ = strconv.Atoi(word)
		}
		stations = append(stations, station(words[0], numbers[0], numbers[1], numbers[2]))
	}
	panic(http.ListenAndServe("127.0.0.1:"+os.Getenv("SERVER_PORT"), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		status := pass
		for i := 0; i < len(stations) && status == pass; i++ {
			status = stations[i]()
		}
		if status == answer {
			status = pass
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte("passed"))
	})))
}
