// A bare epoll server in one thread, so that a client is measured: answers "length=N" with N letters, an upgrade with the
// accept value of the only key that client.c sends, and a text frame of at most 125 bytes in upper case. It expects each
// request in one piece, as client.c and load agents send it.
//
//     cc -O2 -o server server.c && ./server PORT
//
// With port 0 it takes a free one, prints it, and ends with the process that started it.
#define _GNU_SOURCE
#include <ctype.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define LONGEST_BODY 4096
#define HEAD 128

static const char UPGRADED[] = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                               "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n";

// The letters of all bodies, with room for a head before them.
static char page[HEAD + LONGEST_BODY];

static int answered(int fd, char *in, ssize_t got) {
    in[got] = 0;
    if ((in[0] & 0xff) == 0x81) {
        int length = in[1] & 0x7f;
        if (got != 6 + length || length > 125) return 0;
        char out[127] = {(char) 0x81, (char) length};
        for (int i = 0; i < length; i++) out[2 + i] = (char) toupper((unsigned char) (in[6 + i] ^ in[2 + i % 4]));
        return send(fd, out, 2 + length, MSG_NOSIGNAL) == 2 + length;
    }
    char *asked = strstr(in, "length=");
    if (asked == NULL) {
        return send(fd, UPGRADED, sizeof UPGRADED - 1, MSG_NOSIGNAL) == sizeof UPGRADED - 1;
    }
    int length = atoi(asked + 7);
    if (length < 0 || length > LONGEST_BODY) return 0;
    char head[HEAD];
    int bytes = snprintf(head, sizeof head, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n", length);
    memcpy(page + HEAD - bytes, head, bytes);
    return send(fd, page + HEAD - bytes, bytes + length, MSG_NOSIGNAL) == bytes + length;
}

int main(int count, char **arguments) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(count > 1 ? atoi(arguments[1]) : 0)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), on = 1, epoll = epoll_create1(0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener, (struct sockaddr *) &address, sizeof address) != 0 || listen(listener, 4096) != 0) {
        perror("listen");
        return 1;
    }
    if (address.sin_port == 0) {
        socklen_t length = sizeof address;
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        getsockname(listener, (struct sockaddr *) &address, &length);
        printf("%d\n", ntohs(address.sin_port));
        fflush(stdout);
    }
    char in[8192];
    for (int i = 0; i < LONGEST_BODY; i++) page[HEAD + i] = (char) ('a' + i % 26);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = listener}, events[256];
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &event);
    for (;;) {
        int ready = epoll_wait(epoll, events, 256, -1);
        for (int i = 0; i < ready; i++) {
            int fd = events[i].data.fd;
            if (fd == listener) {
                while ((fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK)) >= 0) {
                    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
                    struct epoll_event more = {.events = EPOLLIN | EPOLLRDHUP | EPOLLET, .data.fd = fd};
                    epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &more);
                }
            } else {
                ssize_t got = recv(fd, in, sizeof in - 1, 0);
                if (got <= 0 || !answered(fd, in, got)) close(fd);
            }
        }
    }
}
