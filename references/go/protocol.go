package main

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode"
)

const (
	mostDigits  = 9
	longestEcho = 100
)

// parseLength returns the length that a query asks for, or what is wrong with it, in the words of the web application.
func parseLength(query string) (int, string) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return 0, "query string cannot be decoded: " + echo(err.Error())
	}
	for name := range values {
		if name != "length" {
			return 0, fmt.Sprintf("unknown parameter '%s', allowed: length", echo(name))
		}
	}
	given := values["length"]
	problem := ""
	switch len(given) {
	case 0:
		problem = "is missing"
	case 1:
		length, ok := digits(given[0])
		if ok && length >= 1 && length <= lengthCap {
			return length, ""
		}
		problem = fmt.Sprintf("was '%s'", echo(given[0]))
	default:
		problem = fmt.Sprintf("was given %d times", len(given))
	}
	return 0, fmt.Sprintf("length must be a whole number 1..%d, %s", lengthCap, problem)
}

// digits returns a number of ASCII digits, and false for any other text.
func digits(text string) (int, bool) {
	if text == "" || len(text) > mostDigits || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	number, err := strconv.Atoi(text)
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
