package main

import (
	"fmt"
	"strconv"
	"strings"
)

// settings are those that a server of this project is asked for and Go has.
type settings struct {
	contextPath string
	bind        string
	port        int
	maxThreads  int
	// gauges is the file of the counters; empty for counters in memory.
	gauges string
}

// parseSettings reads arguments of the form --name=value; one that Go does not have is an error of one line.
func parseSettings(arguments []string) (settings, error) {
	parsed := settings{contextPath: "/ceiling", bind: "127.0.0.1"}
	for _, argument := range arguments {
		name, value, found := strings.Cut(argument, "=")
		if !found || !strings.HasPrefix(name, "--") {
			return parsed, fmt.Errorf("argument must be --name=value, was '%s'", argument)
		}
		var err error
		switch name[2:] {
		case "context-path":
			parsed.contextPath = value
		case "bind":
			parsed.bind = value
			err = require(strings.HasPrefix(value, "127."), "bind address", "on loopback, since it answers everybody,", value)
		case "port":
			parsed.port, err = number("port", value, 0)
		case "max-threads":
			parsed.maxThreads, err = number("max threads", value, 1)
		case "gauges":
			parsed.gauges = value
		case "war":
			err = require(value == "", "war", "empty", value)
		case "connector":
			err = require(value == "nio", "connector", "nio", value)
		case "thread-kind":
			err = require(value == "platform", "thread kind", "platform", value)
		case "idle-timeout-ms":
			err = require(value == "0", "idle timeout", "0", value)
		default:
			err = fmt.Errorf("go has no setting %s, was given %s", name, value)
		}
		if err != nil {
			return parsed, err
		}
	}
	return parsed, nil
}

func number(what string, text string, least int) (int, error) {
	value, err := strconv.Atoi(text)
	if err != nil || value < least {
		return 0, fmt.Errorf("%s must be a whole number >= %d, was '%s'", what, least, text)
	}
	return value, nil
}

func require(holds bool, what string, allowed string, was string) error {
	if holds {
		return nil
	}
	return fmt.Errorf("%s must be %s for go, was %s", what, allowed, was)
}
