package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
)

const (
	actionSubscribe   = "subscribe"
	actionUnsubscribe = "unsubscribe"
	actionPublish     = "publish"
)

var identifiers = regexp.MustCompile(`^[A-Za-z0-9._-]{1,64}$`)

// message is one from a client: {"action":"publish","identifier":"7","elements":"..."}.
type message struct {
	action     string
	identifier string
	elements   string
}

// parseMessage returns the message in a text, or what is wrong with it, in the words of the web application.
func parseMessage(text []byte) (message, string) {
	fields, problem := parseFields(json.NewDecoder(bytes.NewReader(text)))
	if problem != "" {
		return message{}, problem
	}
	action, identifier := fields["action"], fields["identifier"]
	if action == nil || (*action != actionSubscribe && *action != actionUnsubscribe && *action != actionPublish) {
		return message{}, "action must be subscribe, unsubscribe or publish, was " + shown(action)
	}
	if identifier == nil || !identifiers.MatchString(*identifier) {
		return message{}, "identifier must be 1..64 of letters, digits, '.', '_', '-', was " + shown(identifier)
	}
	parsed := message{action: *action, identifier: *identifier}
	if elements := fields["elements"]; elements != nil {
		parsed.elements = *elements
	} else if *action == actionPublish {
		return message{}, "elements is missing, publish needs it"
	}
	return parsed, ""
}

// parseFields returns the fields of one JSON object, all of which are strings.
func parseFields(decoder *json.Decoder) (map[string]*string, string) {
	begin, err := decoder.Token()
	if err != nil {
		return nil, notJSON(err)
	}
	if begin != json.Delim('{') {
		return nil, "message must be a JSON object"
	}
	fields := map[string]*string{"action": nil, "identifier": nil, "elements": nil}
	for decoder.More() {
		token, err := decoder.Token()
		if err != nil {
			return nil, notJSON(err)
		}
		// The decoder takes nothing but a string as the name of a field.
		name := token.(string)
		value, err := decoder.Token()
		if err != nil {
			return nil, notJSON(err)
		}
		text, isString := value.(string)
		if !isString {
			return nil, echo(name) + " must be a string"
		}
		before, isKnown := fields[name]
		if !isKnown {
			return nil, fmt.Sprintf("unknown field '%s', allowed: action, identifier, elements", echo(name))
		}
		if before != nil {
			return nil, notJSON(fmt.Errorf("Duplicate field '%s'", name))
		}
		fields[name] = &text
	}
	if _, err := decoder.Token(); err != nil {
		return nil, notJSON(err)
	}
	if _, err := decoder.Token(); !errors.Is(err, io.EOF) {
		return nil, "message must be one JSON object, more follows it"
	}
	return fields, ""
}

func notJSON(err error) string {
	return "message is not JSON: " + echo(err.Error())
}

func shown(text *string) string {
	if text == nil {
		return "missing"
	}
	return "'" + echo(*text) + "'"
}
