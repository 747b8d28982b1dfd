package main

import (
	"encoding/json"
	"fmt"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

const (
	mostDigits      = 9
	longestEcho     = 100
	mostPerSecond   = 1_000_000
	mostIdentifiers = 100_000
	mostSeconds     = 3_600
)

// A query is the checked parameters of one request.
type query url.Values

// parseQuery returns the parameters of a query string, or what is wrong with it, in the words of the web application. The allowed names
// are sorted.
func parseQuery(text string, allowed ...string) (query, string) {
	values, err := url.ParseQuery(text)
	if err != nil {
		return nil, "query string cannot be decoded: " + echo(err.Error())
	}
	for name := range values {
		if !slices.Contains(allowed, name) {
			return nil, fmt.Sprintf("unknown parameter '%s', allowed: %s", echo(name), strings.Join(allowed, ", "))
		}
	}
	return query(values), ""
}

// number returns the value of a parameter, or what is wrong with it.
func (q query) number(name string, least, most int64) (int64, string) {
	given := q[name]
	problem := ""
	switch len(given) {
	case 0:
		problem = "is missing"
	case 1:
		value, ok := digits(given[0])
		if ok && value >= least && value <= most {
			return value, ""
		}
		problem = fmt.Sprintf("was '%s'", echo(given[0]))
	default:
		problem = fmt.Sprintf("was given %d times", len(given))
	}
	return 0, fmt.Sprintf("%s must be a whole number %d..%d, %s", name, least, most, problem)
}

// parseLength returns the length that a query asks for, or what is wrong with it.
func parseLength(text string) (int64, string) {
	parameters, problem := parseQuery(text, "length")
	if problem != "" {
		return 0, problem
	}
	return parameters.number("length", 1, lengthCap)
}

// parseOrder returns what a query asks the publisher for, or what is wrong with it.
func parseOrder(text string) (order, string) {
	parameters, problem := parseQuery(text, "bytes", "identifiers", "per-second", "seconds", "seed")
	if problem != "" {
		return order{}, problem
	}
	number := func(name string, least, most int64) int64 {
		value, wrong := parameters.number(name, least, most)
		if problem == "" {
			problem = wrong
		}
		return value
	}
	asked := order{
		perSecond:   number("per-second", 0, mostPerSecond),
		bytes:       int(number("bytes", frameBytes+stampsChars, messageBytes)),
		identifiers: int32(number("identifiers", 1, mostIdentifiers)),
		seconds:     number("seconds", 1, mostSeconds),
	}
	if len(parameters["seed"]) > 0 {
		asked.seed = number("seed", 0, math.MaxInt32)
	}
	return asked, problem
}

// digits returns a number of ASCII digits, and false for any other text.
func digits(text string) (int64, bool) {
	if text == "" || len(text) > mostDigits || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	number, err := strconv.ParseInt(text, 10, 64)
	return number, err == nil
}

// echo returns text from outside for an error message of one line.
func echo(text string) string {
	runes := []rune(text)
	if len(runes) > longestEcho {
		runes = append(runes[:longestEcho], '.', '.', '.')
	}
	for i, each := range runes {
		if unicode.IsControl(each) || each == '\u2028' || each == '\u2029' {
			runes[i] = '?'
		}
	}
	return string(runes)
}

// quote returns the text as a JSON string, quotes included.
func quote(text string) string {
	var quoted strings.Builder
	encoder := json.NewEncoder(&quoted)
	encoder.SetEscapeHTML(false)
	// A string is always encoded.
	_ = encoder.Encode(text)
	return strings.TrimSuffix(quoted.String(), "\n")
}
