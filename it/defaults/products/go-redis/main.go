package main

import (
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/redis/go-redis/v9"
)

func main() {
	client := redis.NewClient(&redis.Options{Addr: os.Getenv("REDIS_ADDR")})
	http.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		news := &redis.XReadArgs{Streams: []string{"news", "$"}, Block: 200 * time.Millisecond}
		if err := client.XRead(r.Context(), news).Err(); err != nil && err != redis.Nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
			return
		}
		fmt.Fprintln(w, "ok")
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
