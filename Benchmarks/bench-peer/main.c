// SPDX-License-Identifier: Apache-2.0
// What a machine can do at best, in C: the figures beside Dyno's own.
//
//   bench-peer ping-pong COUNT REQUEST ANSWER   round trips of so many bytes over TCP loopback; prints the microseconds of one
//   bench-peer copy BYTES                       bytes through TCP loopback, answered by one byte; prints the seconds
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { pieceSize = 256 * 1024 };
static char piece[pieceSize];

static void fail(const char *what) {
    perror(what);
    exit(1);
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void readAll(int socket, size_t count) {
    while (count > 0) {
        ssize_t got = read(socket, piece, count < pieceSize ? count : pieceSize);
        if (got <= 0) fail("read");
        count -= (size_t)got;
    }
}

static void writeAll(int socket, size_t count) {
    while (count > 0) {
        ssize_t put = write(socket, piece, count < pieceSize ? count : pieceSize);
        if (put <= 0) fail("write");
        count -= (size_t)put;
    }
}

// One end here, the other in a process of its own, which runs `serve`.
static int connectTo(void (*serve)(int socket, char **arguments), char **arguments) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    int listener = socket(AF_INET, SOCK_STREAM, 0), one = 1;
    if (bind(listener, (struct sockaddr *)&address, size) || listen(listener, 1)) fail("listen");
    getsockname(listener, (struct sockaddr *)&address, &size);
    int end = socket(AF_INET, SOCK_STREAM, 0);
    if (fork() == 0) {
        int accepted = accept(listener, NULL, NULL);
        setsockopt(accepted, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        serve(accepted, arguments);
        _exit(0);
    }
    if (connect(end, (struct sockaddr *)&address, size)) fail("connect");
    setsockopt(end, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return end;
}

static void answer(int socket, char **arguments) {
    size_t request = strtoul(arguments[1], NULL, 10), answer = strtoul(arguments[2], NULL, 10);
    for (long left = atol(arguments[0]); left > 0; left--) {
        readAll(socket, request);
        writeAll(socket, answer);
    }
}

static void swallow(int socket, char **arguments) {
    readAll(socket, strtoul(arguments[0], NULL, 10));
    writeAll(socket, 1);
}

int main(int count, char **arguments) {
    signal(SIGPIPE, SIG_IGN);
    if (count == 5 && strcmp(arguments[1], "ping-pong") == 0) {
        int socket = connectTo(answer, arguments + 2);
        long rounds = atol(arguments[2]);
        double start = now();
        for (long left = rounds; left > 0; left--) {
            writeAll(socket, strtoul(arguments[3], NULL, 10));
            readAll(socket, strtoul(arguments[4], NULL, 10));
        }
        printf("microseconds %.3f\n", (now() - start) / (double)rounds * 1e6);
    } else if (count == 3 && strcmp(arguments[1], "copy") == 0) {
        int socket = connectTo(swallow, arguments + 2);
        double start = now();
        writeAll(socket, strtoul(arguments[2], NULL, 10));
        readAll(socket, 1);
        printf("seconds %.6f\n", now() - start);
    } else {
        fprintf(stderr, "usage: bench-peer ping-pong COUNT REQUEST ANSWER | copy BYTES\n");
        return 2;
    }
    wait(NULL);
    return 0;
}
