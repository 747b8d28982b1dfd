// A plain epoll client, to compare the load agent with: opens connections, at most WINDOW of which await their first
// answer, sends one request on each, reads the answer, keeps them open, and prints "<n> connections/s".
//
//     cc -O2 -o client client.c -lm && ./client PORT CONNECTIONS WINDOW [keep-alive|websocket]
//
// With a workload it then reads lines "RATE SECONDS SLO_MS GRID_MS SHIFT_MS" (it/records): an open loop over connections
// drawn at random among idle ones, whose intended starts are moments of the grid, as those of load agents. For each line
// it prints how many requests were due, sent more than 1 ms late, and answered within the SLO of their intended start,
// and how many took up to 2^(i/8) us, as "i:count".
//
// Like the agent it binds a source address of loopback without a port. It compares the status and the length of an answer
// alone, and expects its head in one piece, as the server sends it.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
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
#define LONGEST_BODY 4096
#define BATCH 64
#define BUCKETS 256
#define PATIENCE 30.0

static const char UPGRADE[] = "GET /ceiling/ws/upper HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
                              "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                              "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
static const char ACCEPT[] = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=";
static const char MESSAGE[] = "hold the line, caller ........";
#define MESSAGE_BYTES (sizeof MESSAGE - 1)

static int websocket, various, epoll;
static int asked[MOST], upgraded[MOST], left[MOST], idle[MOST], idles;
static double intended[MOST];
static long due, late, in_time, answered, buckets[BUCKETS];

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec + time.tv_nsec / 1e9;
}

static void opened(int port, int number) {
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

static void sent(int fd) {
    char request[256];
    int length;
    if (!websocket) {
        length = sprintf(request, "GET /ceiling/length?length=%d HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
                various ? 1 + (int) (random() % LONGEST_BODY) : 100);
    } else if (!upgraded[fd]) {
        length = sizeof UPGRADE - 1;
        memcpy(request, UPGRADE, length);
    } else {
        unsigned mask = random();
        length = 6 + MESSAGE_BYTES;
        request[0] = (char) 0x81;
        request[1] = (char) (0x80 | MESSAGE_BYTES);
        memcpy(request + 2, &mask, 4);
        for (unsigned i = 0; i < MESSAGE_BYTES; i++) request[6 + i] = MESSAGE[i] ^ request[2 + i % 4];
    }
    if (send(fd, request, length, MSG_NOSIGNAL) != length) fail("send");
}

// Reads what there is, and tells whether an answer is complete.
static int received(int fd) {
    static char in[LONGEST_BODY + 512];
    int complete = 0;
    for (;;) {
        ssize_t got = recv(fd, in, sizeof in - 1, 0);
        if (got < 0 && errno == EAGAIN) return complete;
        if (got <= 0) fail("recv");
        in[got] = 0;
        if (left[fd] == 0) {
            char *end, *length;
            if (websocket && upgraded[fd]) {
                if ((in[0] & 0xff) != 0x81 || in[1] != MESSAGE_BYTES) fail("frame");
                left[fd] = 2 + MESSAGE_BYTES;
            } else if ((end = strstr(in, "\r\n\r\n")) == NULL) {
                fail("head");
            } else if (websocket) {
                if (memcmp(in, "HTTP/1.1 101", 12) != 0 || strstr(in, ACCEPT) == NULL) fail("upgrade");
                upgraded[fd] = 1;
                sent(fd);
                continue;
            } else {
                if (memcmp(in, "HTTP/1.1 200", 12) != 0 || (length = strstr(in, "Content-Length: ")) == NULL) fail("status");
                left[fd] = end + 4 - in + atoi(length + 16);
            }
        }
        left[fd] -= got;
        if (left[fd] < 0) fail("answer that nothing asked for");
        if (left[fd] == 0) complete = 1;
        if (got < (ssize_t) sizeof in - 1) return complete;
    }
}

static void answer(int fd, double slo) {
    double took = now() - intended[fd];
    int bucket = took <= 1e-6 ? 0 : (int) ceil(8 * log2(took * 1e6));
    buckets[bucket < BUCKETS ? bucket : BUCKETS - 1]++;
    if (took <= slo) in_time++;
    answered++;
    idle[idles++] = fd;
}

static void looked(double seconds, double slo) {
    struct epoll_event events[256];
    struct timespec wait = {.tv_sec = (time_t) seconds, .tv_nsec = (long) ((seconds - (time_t) seconds) * 1e9)};
    int ready = epoll_pwait2(epoll, events, 256, &wait, NULL);
    for (int i = 0; i < ready; i++) {
        if (events[i].events & (EPOLLHUP | EPOLLRDHUP | EPOLLERR)) fail("closed");
        if (events[i].events & EPOLLIN && received(events[i].data.fd)) answer(events[i].data.fd, slo);
    }
}

static void paced(double rate, double seconds, double slo, double grid, double shift) {
    long all = (long) (rate * seconds);
    double start = now(), end = start + seconds + PATIENCE;
    due = late = in_time = answered = 0;
    memset(buckets, 0, sizeof buckets);
    while (answered < all && now() < end) {
        double time = now(), at = start;
        for (int i = 0; i < BATCH && due < all; i++) {
            double even = due / rate;
            at = start + (grid > 0 ? shift + grid * ceil((even - shift) / grid) : even);
            if (at > time || idles == 0) break;
            int place = random() % idles, fd = idle[place];
            idle[place] = idle[--idles];
            intended[fd] = at;
            sent(fd);
            if (now() - at > 1e-3) late++;
            due++;
            at = start;
        }
        looked(due == all || idles == 0 ? 0.1 : at > time ? at - time : 0, slo);
    }
    printf("due %ld late %ld in_time %ld took", all, late + all - due, in_time);
    for (int i = 0; i < BUCKETS; i++) {
        if (buckets[i]) printf(" %d:%ld", i, buckets[i]);
    }
    printf("\n");
    fflush(stdout);
    if (answered < all) exit(1);
}

int main(int count, char **arguments) {
    if (count != 4 && count != 5) {
        fprintf(stderr, "usage: client PORT CONNECTIONS WINDOW [keep-alive|websocket]\n");
        return 2;
    }
    int port = atoi(arguments[1]), connections = atoi(arguments[2]), window = atoi(arguments[3]);
    various = count == 5;
    websocket = various && strcmp(arguments[4], "websocket") == 0;
    srandom(getpid());
    epoll = epoll_create1(0);
    int begun = 0, served = 0;
    struct epoll_event events[256];
    double start = now();
    while (served < connections) {
        while (begun < connections && begun - served < window) opened(port, begun++);
        int ready = epoll_wait(epoll, events, 256, 30000);
        if (ready <= 0) fail("no answer within 30 s");
        for (int i = 0; i < ready; i++) {
            int fd = events[i].data.fd;
            if (!asked[fd] && events[i].events & EPOLLOUT) {
                int error = 0;
                socklen_t length = sizeof error;
                if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) != 0 || error) fail("connect");
                sent(fd);
                asked[fd] = 1;
            }
            if (events[i].events & EPOLLIN && received(fd)) {
                idle[idles++] = fd;
                served++;
            }
        }
    }
    printf("%.0f connections/s\n", served / (now() - start));
    fflush(stdout);
    char line[256];
    double rate, seconds, slo, grid, shift;
    while (various && fgets(line, sizeof line, stdin) != NULL) {
        if (sscanf(line, "%lf %lf %lf %lf %lf", &rate, &seconds, &slo, &grid, &shift) != 5) return 2;
        paced(rate, seconds, slo / 1e3, grid / 1e3, shift / 1e3);
    }
    return 0;
}
