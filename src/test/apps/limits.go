// Command limits is an HTTP server with one limit: SERVER_PORT, LIMIT_KIND, LIMIT_SIZE, LIMIT_MILLIS.
package main

import (
	"net/http"
	"os"
	"strconv"
	"sync"
	"time"
)

func number(name string) int {
	value, err := strconv.Atoi(os.Getenv(name))
	if err != nil {
		panic(err)
	}
	return value
}

func main() {
	size, work := number("LIMIT_SIZE"), time.Duration(number("LIMIT_MILLIS"))*time.Millisecond
	places := make(chan struct{}, size)
	jobs := make(chan chan struct{})
	var lock sync.Mutex
	kind := os.Getenv("LIMIT_KIND")
	if kind == "workers" {
		for i := 0; i < size; i++ {
			go func() {
				for done := range jobs {
					time.Sleep(work)
					close(done)
				}
			}()
		}
	}
	answers := map[string]func() int{
		"channel": func() int {
			places <- struct{}{}
			defer func() { <-places }()
			time.Sleep(work)
			return 200
		},
		"monitor": func() int {
			lock.Lock()
			defer lock.Unlock()
			time.Sleep(work)
			return 200
		},
		"none": func() int {
			time.Sleep(work)
			return 200
		},
		"refuse": func() int {
			select {
			case places <- struct{}{}:
				defer func() { <-places }()
				time.Sleep(work)
				return 200
			default:
				return 503
			}
		},
		"workers": func() int {
			done := make(chan struct{})
			jobs <- done
			<-done
			return 200
		},
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(answers[kind]())
		_, _ = w.Write([]byte("served"))
	})
	panic(http.ListenAndServe("127.0.0.1:"+os.Getenv("SERVER_PORT"), handler))
}
