// A bare epoll server in one thread, which answers each request with the same bytes, so that a client is measured.
//
//     cc -O2 -o server server.c && ./server PORT
#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

int main(int count, char **arguments) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(count > 1 ? atoi(arguments[1]) : 0)};
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0), on = 1, epoll = epoll_create1(0);
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(listener, (struct sockaddr *) &address, sizeof address) != 0 || listen(listener, 4096) != 0) {
        perror("listen");
        return 1;
    }
    char answer[512], body[101] = "", in[8192];
    for (int i = 0; i < 100; i++) body[i] = (char) ('a' + i % 26);
    int length = snprintf(answer, sizeof answer, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n%s", body);
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
            } else if (recv(fd, in, sizeof in, 0) <= 0) {
                close(fd);
            } else if (send(fd, answer, length, MSG_NOSIGNAL) < 0) {
                close(fd);
            }
        }
    }
}
