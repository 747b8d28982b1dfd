// A flood of channel messages over WebSocket, and a plain client that reads it, to compare the load agent with.
//
//     cc -O2 -o flood flood.c
//     ./flood server PORT ELEMENTS                        sends each client 32 messages at a time, as fast as it reads
//     ./flood client PORT CONNECTIONS ELEMENTS SECONDS    prints "<n> messages/s, <n> for each second of CPU"
//
// The server does what an agent checks: accept, subscription, channel, number, stamps. The client counts frames and checks
// their lengths alone. Both have one thread.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MOST 65536
#define BATCH 32
#define READ_BYTES 65536
#define FIRST_NUMBER 100000000  // of nine digits, so that the length of a message never changes
#define DIGITS 9
#define STAMPS 32
#define UNTIL_NUMBER "{\"request\":"

struct peer {
    int fd;
    char head[1024];       // server: the request; client: the header of a frame that is not complete
    int got;               // bytes of it
    char *frames;          // server: the batch
    int bytes, sent, stampAt;
    uint32_t number;
    int upgraded, subscribed;
    int rest, expected;    // client: bytes of a frame that are still to come; length of a message
};

static struct peer *peers[MOST];

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static int64_t now(clockid_t clock) {
    struct timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static struct peer *peer(int fd) {
    if (fd >= MOST || !(peers[fd] = calloc(1, sizeof(struct peer)))) fail("too many connections");
    peers[fd]->fd = fd;
    return peers[fd];
}

static uint32_t left(uint32_t value, int by) {
    return value << by | value >> (32 - by);
}

// Sec-WebSocket-Accept of a key of 24 characters: SHA-1 of 60 bytes, which are two blocks, in base64.
static void accepted(const char *key, char *base64) {
    uint8_t in[128] = {0}, digest[21] = {0};
    memcpy(in, key, 24);
    memcpy(in + 24, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11", 36);
    in[60] = 0x80;
    in[126] = 60 * 8 >> 8, in[127] = 60 * 8 & 255;
    uint32_t hash[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0}, w[80];
    for (int block = 0; block < 128; block += 64) {
        for (int i = 0; i < 16; i++) {
            uint8_t *b = in + block + 4 * i;
            w[i] = (uint32_t) b[0] << 24 | b[1] << 16 | b[2] << 8 | b[3];
        }
        for (int i = 16; i < 80; i++) w[i] = left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
        uint32_t a = hash[0], b = hash[1], c = hash[2], d = hash[3], e = hash[4];
        for (int i = 0; i < 80; i++) {
            uint32_t f = i < 20   ? ((b & c) | (~b & d)) + 0x5a827999
                         : i < 40 ? (b ^ c ^ d) + 0x6ed9eba1
                         : i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc
                                  : (b ^ c ^ d) + 0xca62c1d6;
            uint32_t next = left(a, 5) + f + e + w[i];
            e = d, d = c, c = left(b, 30), b = a, a = next;
        }
        hash[0] += a, hash[1] += b, hash[2] += c, hash[3] += d, hash[4] += e;
    }
    for (int i = 0; i < 20; i++) digest[i] = hash[i / 4] >> (24 - 8 * (i % 4));
    const char *letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (int i = 0; i < 28; i++) {
        int bits = i % 4 == 0   ? digest[i / 4 * 3] >> 2
                   : i % 4 == 1 ? (digest[i / 4 * 3] & 3) << 4 | digest[i / 4 * 3 + 1] >> 4
                   : i % 4 == 2 ? (digest[i / 4 * 3 + 1] & 15) << 2 | digest[i / 4 * 3 + 2] >> 6
                                : digest[i / 4 * 3 + 2] & 63;
        base64[i] = letters[bits];
    }
    strcpy(base64 + 27, "=");
}

// Puts one message of a channel, as a text frame if there is room for it; returns its length.
static int message(char *frame, const char *identifier, int elements) {
    char head[256];
    int at = snprintf(head, sizeof head, UNTIL_NUMBER "%d,\"timestamp\":1790000000123,\"identifier\":\"%s\",\"elements\":\"",
            FIRST_NUMBER, identifier);
    int length = at + elements + 2;
    if (frame) {
        frame[0] = (char) 0x81, frame[1] = 126, frame[2] = (char) (length >> 8), frame[3] = (char) length;
        memcpy(frame + 4, head, at);
        for (int i = 0; i < elements; i++) frame[4 + at + i] = i < STAMPS ? '0' : 'a' + i % 26;
        memcpy(frame + 4 + at + elements, "\"}", 2);
    }
    return length;
}

static void numberAndStamp(struct peer *client) {
    char stamp[STAMPS + 1];
    int64_t nanos = now(CLOCK_MONOTONIC);
    snprintf(stamp, sizeof stamp, "%016llx%016llx", (unsigned long long) nanos, (unsigned long long) nanos);
    for (char *frame = client->frames; frame < client->frames + client->bytes; frame += client->bytes / BATCH) {
        char *number = frame + 4 + sizeof UNTIL_NUMBER - 1;
        uint32_t rest = client->number++;
        for (int i = DIGITS - 1; i >= 0; i--, rest /= 10) number[i] = '0' + rest % 10;
        memcpy(frame + client->stampAt, stamp, STAMPS);
    }
    client->sent = 0;
}

static void subscribed(struct peer *client, const char *identifier, int elements) {
    int length = message(NULL, identifier, elements), frame = length + 4;
    client->frames = malloc(frame * BATCH);
    for (int i = 0; i < BATCH; i++) message(client->frames + i * frame, identifier, elements);
    client->bytes = frame * BATCH;
    client->stampAt = frame - 2 - elements;
    client->number = FIRST_NUMBER;
    client->subscribed = 1;
    char answer[64];
    int answered = snprintf(answer, sizeof answer, "%c%c{\"subscribed\":\"%s\"}", 0x81, 0, identifier);
    answer[1] = answered - 2;
    if (send(client->fd, answer, answered, MSG_NOSIGNAL) != answered) fail("send");
    numberAndStamp(client);
}

// Reads the upgrade and the subscription; returns 0 at the end of the connection.
static int request(struct peer *client, int elements) {
    ssize_t got = recv(client->fd, client->head + client->got, sizeof client->head - 1 - client->got, 0);
    if (got <= 0) return got < 0 && errno == EAGAIN;
    client->got += got;
    client->head[client->got] = 0;
    if (!client->upgraded) {
        char *key = strstr(client->head, "Sec-WebSocket-Key: "), base64[29], answer[256];
        if (!key || !strstr(client->head, "\r\n\r\n")) return 1;
        accepted(key + 19, base64);
        int length = snprintf(answer, sizeof answer,
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: %s\r\n\r\n",
                base64);
        client->upgraded = 1;
        client->got = 0;
        return send(client->fd, answer, length, MSG_NOSIGNAL) == length;
    }
    int length = client->head[1] & 127;
    if (client->subscribed || client->got < 6 + length) return !client->subscribed;
    char text[128], identifier[16];
    for (int i = 0; i < length; i++) text[i] = client->head[6 + i] ^ client->head[2 + i % 4];
    text[length] = 0;
    if (sscanf(text, "{\"action\":\"subscribe\",\"identifier\":\"%15[0-9]\"}", identifier) != 1) return 0;
    subscribed(client, identifier, elements);
    return 1;
}

static void serve(int port, int elements) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), on = 1, epoll = epoll_create1(0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener, (struct sockaddr *) &address, sizeof address) != 0 || listen(listener, 4096) != 0) fail("listen");
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[256];
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        int ready = epoll_wait(epoll, events, 256, -1);
        for (int i = 0; i < ready; i++) {
            int fd = events[i].data.fd;
            if (fd == listener) {
                while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
                    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                    struct epoll_event more = {.events = EPOLLIN, .data.fd = peer(fd)->fd};
                    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &more);
                }
                continue;
            }
            struct peer *client = peers[fd];
            int open = 1;
            if (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) {
                open = request(client, elements);
                struct epoll_event more = {.events = EPOLLIN | EPOLLOUT, .data.fd = fd};
                if (open && client->subscribed) epoll_ctl(epoll, EPOLL_CTL_MOD, fd, &more);
            } else if (events[i].events & EPOLLOUT) {
                ssize_t sent = send(fd, client->frames + client->sent, client->bytes - client->sent, MSG_NOSIGNAL);
                open = sent > 0 || errno == EAGAIN;
                if (sent > 0 && (client->sent += sent) == client->bytes) numberAndStamp(client);
            }
            if (!open) {
                close(fd);
                free(client->frames);
                free(client);
            }
        }
    }
}

static void opened(int epoll, int port, int number, int elements) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), got = 0;
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (fd < 0 || connect(fd, (struct sockaddr *) &address, sizeof address) != 0) fail("connect");
    struct peer *server = peer(fd);
    const char *upgrade = "GET /ceiling/channels HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    if (send(fd, upgrade, strlen(upgrade), MSG_NOSIGNAL) < 0) fail("send");
    while (!strstr(server->head, "\r\n\r\n")) {
        ssize_t more = recv(fd, server->head + got, sizeof server->head - 1 - got, 0);
        if (more <= 0) fail("recv");
        got += more;
    }
    if (!strstr(server->head, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")) fail("Sec-WebSocket-Accept");
    char identifier[16], subscribe[128];
    snprintf(identifier, sizeof identifier, "%d", number);
    server->expected = message(NULL, identifier, elements);
    // The mask is 0.
    int length = snprintf(subscribe + 6, sizeof subscribe - 6, "{\"action\":\"subscribe\",\"identifier\":\"%s\"}", identifier);
    memcpy(subscribe, "\x81\0\0\0\0\0", 6);
    subscribe[1] = (char) (0x80 | length);
    if (send(fd, subscribe, length + 6, MSG_NOSIGNAL) < 0) fail("send");
    fcntl(fd, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP | EPOLLET, .data.fd = fd};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) != 0) fail("epoll_ctl");
}

// Counts the messages that end in these bytes.
static long count(struct peer *server, const char *bytes, int length) {
    long messages = 0;
    server->got = server->subscribed ? server->got : 0;
    for (int at = 0; at < length;) {
        if (server->rest > 0) {
            int part = server->rest < length - at ? server->rest : length - at;
            at += part;
            server->rest -= part;
            if (server->rest == 0) messages += server->subscribed++ > 0;
            continue;
        }
        server->head[server->got++] = bytes[at++];
        if (server->got == 2 && server->head[1] < 126) {
            server->rest = server->head[1];
        } else if (server->got == 4) {
            server->rest = (uint8_t) server->head[2] << 8 | (uint8_t) server->head[3];
            if (server->rest != server->expected) fail("a message of a wrong length");
        }
        if (server->rest > 0) server->got = 0;
    }
    return messages;
}

static int flooded(int port, int connections, int elements, int seconds) {
    int epoll = epoll_create1(0);
    static char bytes[READ_BYTES];
    for (int i = 0; i < connections; i++) opened(epoll, port, i, elements);
    struct epoll_event events[256];
    long messages = 0;
    int64_t start = now(CLOCK_MONOTONIC), cpu = now(CLOCK_PROCESS_CPUTIME_ID);
    while (now(CLOCK_MONOTONIC) - start < seconds * 1000000000LL) {
        int ready = epoll_wait(epoll, events, 256, 30000);
        if (ready <= 0) fail("no message within 30 s");
        for (int i = 0; i < ready; i++) {
            ssize_t got;
            // A read that does not fill the buffer has emptied the socket.
            do {
                got = recv(events[i].data.fd, bytes, sizeof bytes, 0);
                if (got == 0 || (got < 0 && errno != EAGAIN)) fail("recv");
                if (got > 0) messages += count(peers[events[i].data.fd], bytes, got);
            } while (got == sizeof bytes);
        }
    }
    printf("%.0f messages/s, %.0f for each second of CPU\n", messages / ((now(CLOCK_MONOTONIC) - start) / 1e9),
            messages / ((now(CLOCK_PROCESS_CPUTIME_ID) - cpu) / 1e9));
    return 0;
}

int main(int count, char **arguments) {
    if (count == 4 && !strcmp(arguments[1], "server")) serve(atoi(arguments[2]), atoi(arguments[3]));
    if (count == 6 && !strcmp(arguments[1], "client")) {
        return flooded(atoi(arguments[2]), atoi(arguments[3]), atoi(arguments[4]), atoi(arguments[5]));
    }
    fprintf(stderr, "usage: flood server PORT ELEMENTS | flood client PORT CONNECTIONS ELEMENTS SECONDS\n");
    return 2;
}
