/* What a program needs that has no C library: a beginning, an end, a way to write and memory. Linux on 32 bits of x86. */

static int call(int number, int first, int second, int third) {
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(number), "b"(first), "c"(second), "d"(third) : "memory");
    return result;
}

enum { system_exit = 1, system_write = 4 };

int main(int, char **);

void _start(void) { call(system_exit, main(0, 0), 0, 0); }

void finish(int code) { call(system_exit, code, 0, 0); }

int putchar(int character) {
    char byte = (char)character;
    call(system_write, 1, (int)&byte, 1);
    return character;
}

void *memset(void *start, int byte, unsigned count) {
    for (char *at = start; count; count--) *at++ = (char)byte;
    return start;
}

void *memmove(void *target, const void *source, unsigned count) {
    char *to = target;
    const char *from = source;
    if (to < from) {
        while (count--) *to++ = *from++;
    } else {
        while (count--) to[count] = from[count];
    }
    return target;
}

void *memcpy(void *target, const void *source, unsigned count) { return memmove(target, source, count); }

int memcmp(const void *one, const void *other, unsigned count) {
    const unsigned char *left = one, *right = other;
    for (; count; count--, left++, right++)
        if (*left != *right) return *left - *right;
    return 0;
}

/* The divisions of 64 bits that the processor has not. */
typedef unsigned long long wide;

static wide divide(wide dividend, wide divisor, wide *rest) {
    wide quotient = 0, part = 0;
    for (int bit = 63; bit >= 0; bit--) {
        part = part << 1 | (dividend >> bit & 1);
        if (part >= divisor) {
            part -= divisor;
            quotient |= 1ULL << bit;
        }
    }
    if (rest) *rest = part;
    return quotient;
}

static wide magnitude(long long number) { return number < 0 ? -(wide)number : (wide)number; }

wide __udivdi3(wide dividend, wide divisor) { return divide(dividend, divisor, 0); }

wide __umoddi3(wide dividend, wide divisor) {
    wide rest;
    divide(dividend, divisor, &rest);
    return rest;
}

long long __divdi3(long long dividend, long long divisor) {
    wide quotient = divide(magnitude(dividend), magnitude(divisor), 0);
    return (dividend < 0) != (divisor < 0) ? (long long)-quotient : (long long)quotient;
}

long long __moddi3(long long dividend, long long divisor) {
    wide rest;
    divide(magnitude(dividend), magnitude(divisor), &rest);
    return dividend < 0 ? (long long)-rest : (long long)rest;
}

/* Nothing is given back: the program ends soon. */
static char heap[1 << 20] __attribute__((aligned(64)));
static unsigned used;

int posix_memalign(void **result, unsigned alignment, unsigned size) {
    used = (used + alignment - 1) & ~(alignment - 1);
    if (used + size > sizeof heap) return 12;
    *result = heap + used;
    used += size;
    return 0;
}

void free(void *start) { (void)start; }

/* For the seed of hash values. */
void arc4random_buf(void *start, unsigned count) { memset(start, 7, count); }

unsigned __stack_chk_guard = 0x5bd1e995;

void __stack_chk_fail(void) { call(system_exit, 99, 0, 0); }
