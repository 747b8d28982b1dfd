package main

import (
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

func main() {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(200 * time.Millisecond)
		fmt.Fprintln(w, "ok")
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("BACK_PORT"), nil))
}
