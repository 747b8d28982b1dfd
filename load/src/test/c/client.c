// A plain epoll client, to compare the load agent with: opens connections, at most WINDOW of which await their first
// answer, sends one request on each, reads the answer, keeps them open, and prints "<n> connections/s".
//
//     cc -O2 -o client client.c && ./client PORT CONNECTIONS WINDOW
//
// Like the agent it binds a source address of loopback without a port. It compares the status of the answer alone.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#ifndef IP_BIND_ADDRESS_NO_PORT
#define IP_BIND_ADDRESS_NO_PORT 24
#endif

#define MOST 65536

static const char REQUEST[] = "GET /ceiling/length?length=100 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
static int asked[MOST];

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static void opened(int epoll, int port, int number) {
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0 || fd >= MOST) fail("socket");
    int on = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
    struct sockaddr_in local = {.sin_family = AF_INET};
    local.sin_addr.s_addr = htonl(0x7f000002 + number % 4);
    if (bind(fd, (struct sockaddr *) &local, sizeof local) != 0) fail("bind");
    struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons(port)};
    server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(fd, (struct sockaddr *) &server, sizeof server) != 0 && errno != EINPROGRESS) fail("connect");
    struct epoll_event event = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.fd = fd};
    if (epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) != 0) fail("epoll_ctl");
}

int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: client PORT CONNECTIONS WINDOW\n");
        return 2;
    }
    int port = atoi(arguments[1]), connections = atoi(arguments[2]), window = atoi(arguments[3]);
    int epoll = epoll_create1(0), begun = 0, served = 0;
    struct epoll_event events[256];
    char answer[8192];
    struct timespec start, end;
    clock_gettime(CLOCK_MONOTONIC, &start);
    while (served < connections) {
        while (begun < connections && begun - served < window) opened(epoll, port, begun++);
        int ready = epoll_wait(epoll, events, 256, 30000);
        if (ready <= 0) fail("no answer within 30 s");
        for (int i = 0; i < ready; i++) {
            int fd = events[i].data.fd;
            if (!asked[fd] && events[i].events & EPOLLOUT) {
                int error = 0;
                socklen_t length = sizeof error;
                if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) != 0 || error) fail("connect");
                if (send(fd, REQUEST, sizeof REQUEST - 1, MSG_NOSIGNAL) != sizeof REQUEST - 1) fail("send");
                asked[fd] = 1;
            }
            if (events[i].events & EPOLLIN) {
                ssize_t got = recv(fd, answer, sizeof answer, 0);
                if (got <= 0 || memcmp(answer, "HTTP/1.1 200", 12) != 0) fail("recv");
                served++;
            }
        }
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    printf("%.0f connections/s\n", served / (end.tv_sec - start.tv_sec + (end.tv_nsec - start.tv_nsec) / 1e9));
    return 0;
}
