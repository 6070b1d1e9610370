// SPDX-License-Identifier: Apache-2.0
//
// Everything Swift sees of Lua.
//
// Contract: nothing declared here ever longjmps into, or across, its caller. lua.h is not included on purpose: a
// function that raises cannot even be named from Swift. "Host mode" below means that no Lua code is running on top
// of the caller: allocations then ignore the memory cap, so that pushing a small value cannot fail; whatever has no
// natural bound is size-checked first and reports `false`.
#ifndef LUABRIDGE_H
#define LUABRIDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__clang__)
#pragma clang assume_nonnull begin
#define LB_NULLABLE _Nullable
#else
#define LB_NULLABLE
#endif

/// One Lua universe with its limits.
typedef struct lb_state lb_state;
/// A Lua stack: the main thread or a coroutine.
typedef struct lua_State lb_thread;

/// What a host function answers, besides a count n >= 0: "return the top n values".
enum {
  LB_RAISE = -1,      ///< Raise the top value, with the calling script's position added.
  LB_RAISE_RAW = -2,  ///< Raise the top value as it is.
  LB_SUSPEND = -3,    ///< Park the running task until lb_push_outcome and lb_resume.
};

/// How a run ended.
typedef enum {
  LB_OK = 0,
  LB_SUSPENDED,    ///< The task waits for the host.
  LB_PREEMPTED,    ///< The time slice is over: resume with no values.
  LB_ERR_RUNTIME,  ///< The error value is on top of the stack in all these cases.
  LB_ERR_SYNTAX,
  LB_ERR_MEMORY,
  LB_ERR_BUDGET,
} lb_status;

/// Result of lb_type; the numbers are Lua's own.
enum {
  LB_TNONE = -1, LB_TNIL, LB_TBOOLEAN, LB_TLIGHTUSERDATA, LB_TNUMBER, LB_TSTRING, LB_TTABLE, LB_TFUNCTION,
  LB_TUSERDATA, LB_TTHREAD,
};

/// Runs the host function `function`, whose `count` arguments are at 1...count of `thread`'s stack.
typedef int32_t (*lb_callback)(void *LB_NULLABLE context, lb_thread *thread, void *function, int32_t count);

typedef struct {
  size_t memory;       ///< Cap in bytes, 0 = none.
  uint64_t budget;     ///< Nanoseconds of processor time between two waits, 0 = no limit.
  uint64_t slice;      ///< Nanoseconds after which a task is preempted, 0 = never.
  uint64_t seed;       ///< Seeds math.random and the order of `pairs`.
  int64_t fail_at;     ///< Tests: fail the n-th capped allocation (and its retry), 0 = none.
  lb_callback callback;
  void *LB_NULLABLE context;
} lb_config;

// State (state.c)

/// NULL when memory (or the cap) does not suffice to open the libraries.
lb_state *LB_NULLABLE lb_new(const lb_config *config);
void lb_close(lb_state *s);
size_t lb_memory_used(const lb_state *s);
int64_t lb_blocks(const lb_state *s);
/// Blocks of all states of the process that are still allocated.
int64_t lb_live_blocks(void);
/// How many allocations were denied so far, by the cap or by fail_at.
uint64_t lb_denied(const lb_state *s);
/// Whether the allocation named by fail_at has failed.
bool lb_has_failed(const lb_state *s);
void lb_set_limits(lb_state *s, uint64_t budget, uint64_t slice);
/// Whether `pairs` visits string keys in an order that depends on the seed alone.
bool lb_is_deterministic(const lb_state *s);
void lb_collect(lb_state *s);
lb_thread *lb_main(lb_state *s);
/// The stack of the innermost running host function; the main thread when none runs.
lb_thread *lb_current(lb_state *s);

// Running (run.c)

/// Puts a closure over the host function into the table `host`. `function` is handed to the callback as it is and has
/// to stay valid until the state is closed. At least 2-aligned.
void lb_register(lb_state *s, const char *name, size_t length, void *function, bool blocking);
/// Compiles text. Pushes the function, or the message. `host` selects the environment.
lb_status lb_load(lb_thread *L, const char *LB_NULLABLE source, size_t length, const char *chunk_name, bool host);
/// An anchored coroutine, with nothing but an entry function on its stack. Push a function and its arguments next.
lb_thread *LB_NULLABLE lb_thread_new(lb_state *s);
/// Gives a finished or never started thread back; runs its pending `<close>` variables within `budget`.
void lb_thread_free(lb_thread *L, uint64_t budget);
/// Starts or continues a task. `count`: arguments at the start, values since lb_push_outcome later, 0 after a
/// preemption. `spent` carries the time used over preemptions: 0 after any wait.
lb_status lb_resume(lb_thread *L, int32_t count, uint64_t *spent, int32_t *results);
/// Begins the values for a suspended task: 0 returns them, LB_RAISE and LB_RAISE_RAW raise the one that follows.
bool lb_push_outcome(lb_thread *L, int32_t outcome);
/// Changes the outcome pushed at `i`.
void lb_set_outcome(lb_thread *L, int32_t i, int32_t outcome);
/// Calls the function below `count` arguments, not yieldable. Results or the error value replace them.
lb_status lb_call(lb_thread *L, int32_t count, int32_t *results);
/// Pushes the table `host` or the scripts' global table.
bool lb_push_host(lb_thread *L);
bool lb_push_globals(lb_thread *L);
/// Makes the Lua code that runs next raise the value referred to by `ref`, once. 0 takes that back.
void lb_interrupt(lb_state *s, int32_t ref);

// Positions (position.c)

/// "file:line" of the innermost script frame, skipping C and host chunks; empty when there is none.
void lb_where(lb_thread *L, char *buffer, size_t size);
/// The stack traceback of the last failed lb_resume or lb_call; valid until the next run.
const char *lb_traceback(lb_state *s, size_t *length);
/// A text for any error value, calling __tostring under protection; valid until the next call.
const char *lb_describe(lb_thread *L, int32_t i, size_t *length);

// Access (access.c): reads never allocate; bad indexes read as LB_TNONE.

int32_t lb_top(lb_thread *L);
bool lb_set_top(lb_thread *L, int32_t top);
bool lb_pop(lb_thread *L, int32_t n);
bool lb_check(lb_thread *L, int32_t n);
int32_t lb_absolute(lb_thread *L, int32_t i);
int32_t lb_type(lb_thread *L, int32_t i);
bool lb_is_integer(lb_thread *L, int32_t i);
bool lb_to_boolean(lb_thread *L, int32_t i);
/// False for anything but a number with an exact integer value.
bool lb_to_integer(lb_thread *L, int32_t i, int64_t *value);
bool lb_to_number(lb_thread *L, int32_t i, double *value);
/// Strings only: numbers are not converted.
const char *LB_NULLABLE lb_to_string(lb_thread *L, int32_t i, size_t *length);
/// Whether the value is a string of valid UTF-8.
bool lb_is_utf8(lb_thread *L, int32_t i);
const void *LB_NULLABLE lb_to_pointer(lb_thread *L, int32_t i);
bool lb_is_null(lb_thread *L, int32_t i);
bool lb_is_array(lb_thread *L, int32_t i);
size_t lb_raw_length(lb_thread *L, int32_t i);
/// The next four push one value (nil when `i` is no table) and return its type, or LB_TNONE when the stack is full.
int32_t lb_raw_get_index(lb_thread *L, int32_t i, int64_t n);
int32_t lb_raw_get_field(lb_thread *L, int32_t i, const char *LB_NULLABLE key, size_t length);
int32_t lb_push_ref(lb_thread *L, int32_t ref);
int32_t lb_push_copy(lb_thread *L, int32_t i);
/// Replaces the key on top by the next key and value; false (key popped) at the end.
bool lb_next(lb_thread *L, int32_t i);

// Writing, in host mode. False: the stack is full, the value exceeds the cap, or `i` is no table.

bool lb_push_nil(lb_thread *L);
bool lb_push_null(lb_thread *L);
bool lb_push_boolean(lb_thread *L, bool value);
bool lb_push_integer(lb_thread *L, int64_t value);
bool lb_push_number(lb_thread *L, double value);
bool lb_push_string(lb_thread *L, const char *LB_NULLABLE bytes, size_t length);
/// Pushes "not enough memory", whatever the cap.
void lb_push_out_of_memory(lb_thread *L);
bool lb_push_table(lb_thread *L, size_t items, size_t fields);
/// These two pop the value (also when they fail) and bypass metamethods.
bool lb_set_field(lb_thread *L, int32_t i, const char *LB_NULLABLE key, size_t length);
bool lb_set_index(lb_thread *L, int32_t i, int64_t n);
bool lb_set_array(lb_thread *L, int32_t i);
/// Pops the metatable from the top.
bool lb_set_metatable(lb_thread *L, int32_t i);
/// Keeps the value at `i` alive: a reference > 0, or 0 when there is no such value.
int32_t lb_ref(lb_thread *L, int32_t i);
void lb_unref(lb_state *s, int32_t ref);

// JSON (json_decode.c, json_encode.c)

/// Pushes the decoded value. On failure pushes nothing; `message` then says why, until the next JSON call.
lb_status lb_decode_json(
    lb_thread *L, const char *LB_NULLABLE text, size_t length, int32_t depth,
    const char *LB_NULLABLE *LB_NULLABLE message);
/// The JSON text of the value at `i`, valid until the next JSON call; NULL on failure.
const char *LB_NULLABLE lb_encode_json(
    lb_thread *L, int32_t i, size_t *length, lb_status *status, const char *LB_NULLABLE *LB_NULLABLE message);

#if defined(__clang__)
#pragma clang assume_nonnull end
#endif
#endif
