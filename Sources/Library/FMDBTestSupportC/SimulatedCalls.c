/* The system calls by which a program reads clocks and sleeps. The executable's definitions win over the C library's, also for
   Foundation, Dispatch and the Swift runtime. On a thread of a simulation they answer for the simulated clock. */
#include "FMDBTestSupportC.h"

#if defined(__linux__)
#include <features.h>
#endif

#if defined(DEBUG) && defined(__linux__) && defined(__GLIBC__) && !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)

#include <dlfcn.h>
#include <errno.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static __thread const struct fmdb_simulated_clock *simulated = 0;
static __thread int32_t simulated_process = 0;

int fmdb_can_simulate(void) { return 1; }

void fmdb_simulate(const struct fmdb_simulated_clock *clock, int32_t process) {
    simulated = clock;
    simulated_process = process;
}

int fmdb_new_memory(void) { return (int)syscall(SYS_memfd_create, "fmdb", 1 /* MFD_CLOEXEC */); }

int clock_gettime(clockid_t which, struct timespec *time) {
    static int (*real)(clockid_t, struct timespec *);
    if (simulated) {
        int64_t now = simulated->monotonic;
        if (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE || which == CLOCK_TAI) now += simulated->wall;
        time->tv_sec = now / 1000000000;
        time->tv_nsec = now % 1000000000;
        return 0;
    }
    int (*found)(clockid_t, struct timespec *) = __atomic_load_n(&real, __ATOMIC_RELAXED);
    if (!found) {
        found = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
        __atomic_store_n(&real, found, __ATOMIC_RELAXED);
    }
    return found ? found(which, time) : (int)syscall(SYS_clock_gettime, which, time);
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
    (void)zone;
    struct timespec now;
    if (clock_gettime(CLOCK_REALTIME, &now) != 0) return -1;
    time->tv_sec = now.tv_sec;
    time->tv_usec = now.tv_nsec / 1000;
    return 0;
}

static int simulated_sleep(const struct timespec *wanted) {
    simulated->sleep(wanted->tv_sec * 1000000000LL + wanted->tv_nsec);
    return 0;
}

int nanosleep(const struct timespec *wanted, struct timespec *rest) {
    if (simulated) return simulated_sleep(wanted);
    return (int)syscall(SYS_nanosleep, wanted, rest);
}

int clock_nanosleep(clockid_t which, int flags, const struct timespec *wanted, struct timespec *rest) {
    if (simulated && !(flags & TIMER_ABSTIME)) return simulated_sleep(wanted);
    if (simulated) {
        struct timespec now;
        clock_gettime(which, &now);
        int64_t time = (wanted->tv_sec - now.tv_sec) * 1000000000LL + wanted->tv_nsec - now.tv_nsec;
        if (time > 0) simulated->sleep(time);
        return 0;
    }
    return syscall(SYS_clock_nanosleep, which, flags, wanted, rest) == 0 ? 0 : errno;
}

int usleep(useconds_t microseconds) {
    struct timespec wanted = {microseconds / 1000000, microseconds % 1000000 * 1000L};
    return nanosleep(&wanted, 0);
}

int sched_yield(void) {
    if (simulated) {
        simulated->yield();
        return 0;
    }
    return (int)syscall(SYS_sched_yield);
}

pid_t getpid(void) { return simulated ? simulated_process : (pid_t)syscall(SYS_getpid); }

#else

int fmdb_can_simulate(void) { return 0; }

void fmdb_simulate(const struct fmdb_simulated_clock *clock, int32_t process) {
    (void)clock;
    (void)process;
}

int fmdb_new_memory(void) { return -1; }

#endif
