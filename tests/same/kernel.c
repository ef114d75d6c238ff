/* SPDX-License-Identifier: MIT */
/* kernel.c - descriptors, streams and memory */
#include "say.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio_ext.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysinfo.h>
#include <sys/uio.h>
#include <unistd.h>

static void descriptors(void)
{
	struct iovec parts[2];
	struct stat st;
	char buffer[100] = "";
	int p[2], e;
	eventfd_t value = 0;

	I(close(-1));
	I(close(900));
	I(read(-1, buffer, 1));
	I(write(-1, buffer, 1));
	I(read(900, buffer, 1));
	I(write(900, "x", 1));
	I(lseek(900, 0, SEEK_SET));
	I(fstat(900, &st));
	I(fstat64(900, (struct stat64 *)&st));
	I(isatty(900));
	I(dup(900));
	I(dup2(900, 5));
	I(dup2(1, -1));
	I(dup3(1, 1, 0));
	I(dup3(1, 50, 1));
	I(dup3(900, 50, 0));
	I(fcntl(900, F_GETFD));
	I(fcntl(900, F_GETFL));
	I(fcntl64(900, F_GETFD));
	I(ftruncate(900, 0));
	I(ftruncate64(900, 0));
	I(close_range(5, 4, 0));
	I(close_range(500, 501, 0));
	I(close_range(500, 501, 99));
	V(closefrom(500));
	I(pipe(p));
	I(pipe2(p, 1));
	I(pipe2(p, O_NONBLOCK));
	I(read(p[0], buffer, 1));
	I(write(p[1], "hello", 5));
	I(read(p[0], buffer, 0));
	I(read(p[0], buffer, 2));
	I(read(p[1], buffer, 2));
	I(write(p[0], "x", 1));
	I(lseek(p[0], 0, SEEK_SET));
	I(pread(p[0], buffer, 1, 0));
	I(pwrite(p[1], buffer, 1, 0));
	static char many[5000];
	I(pwrite(p[1], many, sizeof many, 0));
	parts[0] = (struct iovec){buffer, 1};
	I(pwritev(p[1], parts, 1, 0));
	I(pread(p[0], buffer, 1, -1));
	I(pread64(p[0], buffer, 1, 0));
	I(pwrite64(p[1], buffer, 1, 0));
	I(ftruncate(p[0], 0));
	I(fstat(p[0], &st));
	I(st.st_mode);
	I(isatty(p[0]));
	I(fcntl(p[0], F_GETFL));
	I(fcntl(p[1], F_GETFL));
	I(fcntl(p[0], F_GETFD));
	I(fcntl(p[0], F_SETFD, FD_CLOEXEC));
	I(fcntl(p[0], F_GETFD));
	I(fcntl(p[0], F_SETFL, 0));
	I(fcntl(p[0], F_GETFL));
	I(fcntl(p[0], F_DUPFD, -1));
	I(fcntl(p[0], F_GETPIPE_SZ));
	I(send(p[0], "x", 1, 0));
	I(recv(p[0], buffer, 1, 0));
	I(shutdown(p[0], SHUT_RD));
	I(send(900, "x", 1, 0));
	I(shutdown(900, SHUT_RD));
	parts[0] = (struct iovec){"ab", 2};
	parts[1] = (struct iovec){"cde", 3};
	I(writev(p[1], parts, 2));
	I(writev(p[1], parts, 0));
	parts[0] = (struct iovec){buffer, 4};
	parts[1] = (struct iovec){buffer + 10, 20};
	I(readv(p[0], parts, 2));
	B(buffer, 16);
	I(readv(900, parts, 2));
	I(close(p[1]));
	I(read(p[0], buffer, 1));
	I(close(p[0]));
	I(close(p[0]));
	signal(SIGPIPE, SIG_IGN);
	I(pipe(p));
	I(close(p[0]));
	I(write(p[1], "x", 1));
	I(close(p[1]));
	I(socketpair(AF_UNIX, SOCK_STREAM, 0, p));
	I(send(p[0], "xyz", 3, 0));
	I(recv(p[1], buffer, 10, 0));
	I(lseek(p[1], 0, SEEK_SET));
	I(fstat(p[1], &st));
	I(st.st_mode);
	I(shutdown(p[0], 9));
	I(shutdown(p[0], SHUT_WR));
	I(recv(p[1], buffer, 10, 0));
	I(send(p[0], "x", 1, 0));
	I(close(p[0]));
	I(close(p[1]));
	I(socketpair(AF_UNIX, 99, 0, p));
	I(e = eventfd(3, EFD_NONBLOCK));
	I(eventfd_read(e, &value));
	I(value);
	I(eventfd_read(e, &value));
	I(eventfd_write(e, 5));
	I(eventfd_write(e, UINT64_MAX));
	I(eventfd_write(e, UINT64_MAX - 1));
	I(read(e, buffer, 4));
	I(write(e, buffer, 4));
	I(read(e, buffer, 8));
	B(buffer, 8);
	I(lseek(e, 0, SEEK_SET));
	I(close(e));
	I(eventfd(0, 1));
	I(eventfd_read(900, &value));
}

/* What poll says of a pipe that nobody reads from, with so much in it. */
static void without_reader(int pages, size_t more)
{
	static char page[4096];
	struct pollfd f = {.events = POLLIN | POLLOUT | POLLWRNORM};
	int p[2];

	pipe2(p, O_NONBLOCK);
	for (int i = 0; i < pages; i++)
		I(write(p[1], page, sizeof page));
	I(write(p[1], page, more));
	close(p[0]);
	f.fd = p[1];
	I(poll(&f, 1, 0));
	I(f.revents);
	close(p[1]);
}

static void files(void)
{
	char buffer[100] = "";
	struct pollfd f[2];
	struct stat st;
	int m, z, left = 7;

	I(open("/nowhere/at/all", O_RDONLY));
	I(open("", O_RDONLY));
	I(open64("/nowhere", O_RDONLY));
	I(openat(AT_FDCWD, "/nowhere", O_RDONLY));
	I(openat64(AT_FDCWD, "/nowhere", O_RDONLY));
	I(openat(900, "nowhere", O_RDONLY));
	I(m = memfd_create("m", 0));
	I(memfd_create("m", 0x4000));
	I(write(m, "0123456789", 10));
	I(lseek(m, 2, SEEK_SET));
	I(read(m, buffer, 3));
	I(lseek(m, -1, SEEK_CUR));
	I(lseek(m, 0, SEEK_END));
	I(lseek(m, -11, SEEK_END));
	I(lseek(m, 5, 99));
	I(lseek(m, -1, SEEK_SET));
	I(lseek64(m, 100, SEEK_SET));
	I(read(m, buffer, 3));
	I(pread(m, buffer, 20, 5));
	I(pwrite(m, "xy", 2, 20));
	I(pread(m, buffer, 20, 9));
	B(buffer, 15);
	I(pread(m, buffer, 1, -1));
	I(pwrite(m, buffer, 1, -1));
	struct iovec two[2] = {{buffer + 50, 3}, {buffer + 60, 4}};
	I(preadv(m, two, 2, 5));
	B(buffer + 50, 14);
	I(pwritev(m, two, 2, 1));
	I(preadv64(m, two, 2, 20));
	I(pwritev64(m, two, 1, 22));
	I(preadv(m, two, 2, -1));
	I(preadv(m, two, -1, 0));
	I(pwritev(m, two, 9999, 0));
	I(preadv(900, two, 2, 0));
	I(fstat(m, &st));
	I(st.st_size);
	I(st.st_mode);
	I(st.st_nlink);
	I(ftruncate(m, 5));
	I(ftruncate(m, -1));
	I(lseek(m, 0, SEEK_SET));
	I(read(m, buffer, 100));
	I(isatty(m));
	I(fcntl(m, F_GETFL) & O_ACCMODE);
	f[0] = (struct pollfd){m, POLLIN | POLLOUT, 0};
	f[1] = (struct pollfd){900, POLLIN, 0};
	I(poll(f, 1, 0));
	I(f[0].revents);
	I(poll(f, 2, 0));
	I(f[1].revents);
	f[1].fd = -1;
	I(poll(f, 2, 0));
	I(f[1].revents);
	I(poll(NULL, 0, 0));
	struct timespec no = {0, 0}, bad = {0, -1};
	I(ppoll(f, 1, &no, NULL));
	I(ppoll(f, 1, &bad, NULL));
	fd_set set;
	struct timeval at_once = {0, 0}, wrong = {0, -1};
	FD_ZERO(&set);
	FD_SET(m, &set);
	I(select(m + 1, &set, NULL, NULL, &at_once));
	I(FD_ISSET(m, &set));
	I(select(m + 1, NULL, &set, NULL, &at_once));
	I(select(m + 1, NULL, NULL, &set, &at_once));
	I(select(0, NULL, NULL, NULL, &at_once));
	I(select(m + 1, &set, NULL, NULL, &wrong));
	FD_SET(900, &set);
	I(select(901, &set, NULL, NULL, &at_once));
	I(pselect(901, &set, NULL, NULL, &no, NULL));
	I(pselect(0, NULL, NULL, NULL, &bad, NULL));
	I(close(m));
	I(z = open("/dev/zero", O_RDWR));
	I(read(z, buffer, 5));
	B(buffer, 5);
	I(write(z, buffer, 5));
	I(lseek(z, 7, SEEK_SET));
	I(close(z));
	I(z = open("/dev/null", O_RDONLY));
	I(read(z, buffer, 5));
	I(write(z, buffer, 5));
	I(fstat(z, &st));
	I(st.st_mode);
	I(close(z));
	I(z = open("/dev/full", O_RDWR));
	I(read(z, buffer, 5));
	B(buffer, 5);
	I(write(z, buffer, 5));
	I(write(z, buffer, 0));
	I(pwrite(z, buffer, 5, 3));
	I(lseek(z, 7, SEEK_SET));
	I(fstat(z, &st));
	I(st.st_rdev);
	P(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, z, 0) == MAP_FAILED ? NULL
								       : &z);
	I(ftruncate(z, 0));
	I(close(z));
	I(z = open("/dev/urandom", O_RDWR));
	I(read(z, buffer, 5));
	I(read(z, buffer, 0));
	I(pread(z, buffer, 5, 9));
	I(write(z, buffer, 5));
	I(lseek(z, 7, SEEK_SET));
	I(fstat(z, &st));
	I(st.st_rdev);
	f[0] = (struct pollfd){z, POLLIN | POLLOUT, 0};
	I(poll(f, 1, 0));
	I(f[0].revents);
	I(ioctl(z, FIONREAD, &left));
	I(left);
	I(isatty(z));
	I(close(z));
	I(z = open("/dev/random", O_RDONLY));
	I(ioctl(z, FIONREAD, &left));
	I(read(z, buffer, 5));
	I(write(z, buffer, 5));
	f[0] = (struct pollfd){z, POLLIN | POLLOUT, 0};
	I(poll(f, 1, 0));
	I(f[0].revents);
	I(close(z));
	I(open("/dev/full", O_RDONLY | O_DIRECTORY));
	I(open("/dev/urandom", O_RDONLY | O_CREAT | O_EXCL, 0600));
	I(z = open("/etc/passwd", O_RDONLY));
	I(read(z, buffer, 4));
	I(write(z, buffer, 4));
	I(ftruncate(z, 0));
	I(fcntl(z, F_GETFL) & O_ACCMODE);
	I(lseek(z, 1, SEEK_SET));
	I(read(z, buffer, 4));
	I(close(z));
}

static void mappings(void)
{
	char *m, *n;

	I((m = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) != MAP_FAILED);
	I(m[0]);
	I(mprotect(m, 4096, PROT_READ));
	I(mprotect(m + 1, 4096, PROT_READ));
	I(mprotect(m, 0, PROT_READ));
	I(madvise(m, 4096, MADV_NORMAL));
	I(madvise(m + 1, 4096, MADV_NORMAL));
	I(madvise(m, 4096, 9999));
	E(posix_madvise(m, 4096, POSIX_MADV_NORMAL));
	E(posix_madvise(m, 4096, 99));
	I(msync(m, 4096, MS_SYNC));
	I(msync(m + 1, 4096, MS_SYNC));
	I(msync(m, 4096, MS_SYNC | MS_ASYNC));
	I((n = mremap(m, 8192, 4096, 0)) == m);
	I(mremap(m + 1, 4096, 4096, 0) == MAP_FAILED);
	I(munmap(m + 1, 4096));
	I(munmap(m, 0));
	I(munmap(m, 4096));
	I((m = mmap(NULL, 8192, PROT_READ | PROT_WRITE,
		   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) != MAP_FAILED);
	I(mprotect(m, 4096, PROT_READ));
	I(mremap(m, 8192, 16384, MREMAP_MAYMOVE) == MAP_FAILED);
	I(mremap(m, 4096, 8192, 64) == MAP_FAILED);
	I(mremap(m, 4096, 8192, MREMAP_FIXED, m) == MAP_FAILED);
	I((n = mremap(m, 4096, 16384, MREMAP_MAYMOVE)) != MAP_FAILED);
	I(mprotect(n + 4096, 4096, PROT_READ));
	I(munmap(n, 16384));
	I(msync(n, 4096, MS_SYNC));
	I(msync(n, 4096, 64));
	I(mmap(NULL, 0, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) ==
		MAP_FAILED);
	I(mmap(NULL, 4096, PROT_READ, MAP_ANONYMOUS, -1, 0) == MAP_FAILED);
	I(mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, 900, 0) == MAP_FAILED);
	I(mmap64(NULL, 4096, PROT_READ, MAP_PRIVATE, -1, 0) == MAP_FAILED);
}

/* A file that memory shows. */
static void shared_mappings(void)
{
	int fd = open("shown", O_RDWR | O_CREAT | O_TRUNC, 0600);
	int reader = open("shown", O_RDONLY), zero = open("/dev/zero", O_RDWR);
	char text[8] = "", *m, *n;

	I(write(fd, "hello", 5));
	I(mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, reader, 0) ==
		MAP_FAILED);
	I((m = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)) !=
		MAP_FAILED);
	I((n = mmap(NULL, 4096, PROT_READ, MAP_SHARED, reader, 0)) !=
		MAP_FAILED);
	m[1] = 'E';
	I(n[1]);
	I(pread(reader, text, 5, 0));
	I(memcmp(text, "hEllo", 5));
	I(pwrite(fd, "L", 1, 2));
	I(m[2]);
	I(n[2]);
	I(ftruncate(fd, 2));
	I(m[2]);
	I(ftruncate(fd, 5000));
	I(m[4999]);
	I(msync(m, 4096, MS_SYNC));
	I(madvise(m, 4096, MADV_DONTNEED));
	I(m[1]);
	I(munmap(n, 4096));
	I(munmap(m, 8192));
	I(pread(fd, text, 3, 0));
	I(text[1]);
	I(text[2]);
	I((n = mmap(NULL, 4096, PROT_READ, MAP_SHARED, reader, 0)) !=
		MAP_FAILED);
	I(n[1]);
	I(mprotect(n, 4096, PROT_READ | PROT_WRITE));
	I(munmap(n, 4096));
	I((m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE, zero,
		   0)) != MAP_FAILED);
	m[0] = 1;
	I(munmap(m, 4096));
	I(close(zero));
	I(close(reader));
	I(close(fd));
	I(unlink("shown"));
}

static void shared_memory(void)
{
	char *m, *n;
	int fd, again;

	I(shm_open("", O_RDWR, 0));
	I(shm_open("/", O_RDWR, 0));
	I(shm_open("/a/b", O_RDWR, 0));
	I(shm_unlink("/a/b"));
	I(shm_unlink("//scarp-same"));
	I(shm_open("/scarp-same", O_RDWR, 0));
	I((fd = shm_open("/scarp-same", O_RDWR | O_CREAT | O_EXCL, 0600)) > 2);
	I(shm_open("scarp-same", O_RDWR | O_CREAT | O_EXCL, 0600));
	I((again = shm_open("//scarp-same", O_RDWR, 0)) > 2);
	I(fcntl(fd, F_GETFD));
	I(ftruncate(fd, 4096));
	I((m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0)) !=
		MAP_FAILED);
	I((n = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, again,
		   0)) != MAP_FAILED);
	m[100] = 'x';
	I(n[100]);
	I(munmap(m, 4096));
	I(n[100]);
	I(munmap(n, 4096));
	I(close(fd) | close(again));
	I(shm_unlink("/scarp-same"));
	I(shm_unlink("/scarp-same"));
}

/* Beside what the machine has. */
static void machine(void)
{
	struct sysinfo info;
	char text[8] = "";
	int fd;

	I(sysinfo(&info));
	I(info.mem_unit != 0 && info.totalram != 0);
	I(syscall(SYS_sysinfo, &info));
	I(syscall(SYS_access, "/etc/passwd", R_OK));
	I(syscall(SYS_getrandom, text, 0, 0));
	I((fd = open("/proc/sys/vm/overcommit_memory", O_RDONLY)) >= 0);
	I(read(fd, text, sizeof text));
	I(text[0]);
	I(read(fd, text, sizeof text));
	I(lseek(fd, 0, SEEK_SET));
	I(close(fd));
}

static void allocation(void)
{
	void *p, *q = NULL;

	P(p = malloc(0));
	V(free(p));
	V(free(NULL));
	P(malloc(SIZE_MAX));
	P(malloc(PTRDIFF_MAX + 1ul));
	P(calloc(SIZE_MAX / 2, 3));
	P(p = calloc(3, 4));
	B(p, 12);
	P(realloc(p, SIZE_MAX));
	P(p = realloc(p, 40));
	P(reallocarray(p, SIZE_MAX / 2, 3));
	P(p = reallocarray(p, 3, 30));
	I(malloc_usable_size(p) >= 90);
	I(malloc_usable_size(NULL));
	P(realloc(p, 0));
	E(posix_memalign(&q, 3, 10));
	E(posix_memalign(&q, 4, 10));
	E(posix_memalign(&q, 64, 10));
	I((uintptr_t)q % 64);
	V(free(q));
	E(posix_memalign(&q, 64, SIZE_MAX));
	P(aligned_alloc(64, 128));
	P(aligned_alloc(64, SIZE_MAX - 63));
	P(memalign(32, 5));
	P(memalign(4096, SIZE_MAX));
	P(valloc(5));
	P(pvalloc(5));
}

static void streams(void)
{
	char text[50] = "", *line = NULL;
	size_t room = 0;

	I(getchar());
	I(feof(stdin));
	I(ferror(stdin));
	V(clearerr(stdin));
	I(feof(stdin));
	I(fgetc(stdin));
	I(getc(stdin));
	I(_IO_getc(stdin));
	I(fgetc_unlocked(stdin));
	I(getc_unlocked(stdin));
	I(getchar_unlocked());
	I(feof_unlocked(stdin));
	I(ferror_unlocked(stdin));
	V(clearerr_unlocked(stdin));
	I(fread(text, 1, 5, stdin));
	I(fread(text, 0, 5, stdin));
	I(fread_unlocked(text, 1, 5, stdin));
	P(fgets(text, 5, stdin));
	P(fgets(text, 1, stdin));
	P(fgets(text, 0, stdin));
	P(fgets_unlocked(text, 5, stdin));
	I(getline(&line, &room, stdin));
	I(getdelim(&line, &room, ',', stdin));
	I(getline(NULL, &room, stdin));
	I(scanf("%d", &text));
	I(fscanf(stdin, "%d", &text));
	I(ungetc(EOF, stdin));
	I(ftrylockfile(stdin));
	V(funlockfile(stdin));
	V(flockfile(stdin));
	V(funlockfile(stdin));
	I(fileno(stdin));
	I(fileno_unlocked(stdout));
	I(fflush(stdout));
	I(fflush_unlocked(stdout));
	I(fflush(stdin));
	I(fflush(NULL));
	I(fputs("", stdout));
	I(fputs_unlocked("", stdout));
	I(fwrite("", 0, 5, stdout));
	I(fwrite("", 5, 0, stdout));
	I(fwrite_unlocked("", 5, 0, stdout));
	I(fputc('x', stdin));
	I(ferror(stdin));
	V(clearerr(stdin));
	I(fputs("x", stdin));
	I(getc(stdout));
	V(clearerr(stdout));
	I(putchar('p'));
	I(putc('q', stdout));
	I(_IO_putc('r', stdout));
	I(putchar_unlocked('s'));
	I(putc_unlocked('t', stdout));
	I(fputc_unlocked('\n', stdout));
	I(puts("puts"));
	I(printf("%s %d\n", "printf", 5));
	I(printf(""));
	I(fprintf(stdout, "%5.2f|%-4d|%x\n", 1.5, 3, 255));
	I(setvbuf(stdout, NULL, 99, 0));
	I(setvbuf(stdout, NULL, _IOFBF, 0));
	V(setlinebuf(stderr));
	V(setbuf(stderr, NULL));
	V(setbuffer(stderr, NULL, 0));
}

int main(void)
{
	descriptors();
	without_reader(0, 0);
	without_reader(14, 100);
	without_reader(15, 100);
	without_reader(16, 1);
	files();
	mappings();
	shared_mappings();
	shared_memory();
	machine();
	allocation();
	streams();
	return said_all();
}
