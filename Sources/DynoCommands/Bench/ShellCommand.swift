// SPDX-License-Identifier: Apache-2.0
import DynoWorld

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Runs a command of the project's in a shell, beside the world. What it prints goes to standard error.
enum ShellCommand {
    /// The exit code of a command that was ended because it took too long.
    static let tookTooLong: Int32 = 124
    /// A relay that has not switched by now never will.
    static let deadline = Duration.seconds(60)
    private static let interval = Duration.milliseconds(20)

    /// Completes with the exit code; 127 when no shell could be started.
    static func run(_ command: String, in world: World, completion: @escaping (Int32) -> Void) {
        var process = pid_t()
        let words = ["sh", "-c", command]
        let arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
        guard posix_spawn(&process, "/bin/sh", &actions, nil, arguments, environ) == 0 else {
            return world.soon { completion(127) }
        }
        wait(for: process, until: world.now + deadline, in: world, completion)
    }

    /// Asks instead of waiting: the loop has sessions to keep alive.
    private static func wait(for process: pid_t, until deadline: Duration, in world: World, _ completion: @escaping (Int32) -> Void) {
        world.after(interval) {
            var status = Int32()
            let ended = waitpid(process, &status, WNOHANG)
            guard ended == 0 else { return completion(ended == process ? exitCode(status) : 127) }
            guard world.now < deadline else {
                kill(process, SIGKILL)
                waitpid(process, &status, 0)
                return completion(tookTooLong)
            }
            wait(for: process, until: deadline, in: world, completion)
        }
    }

    private static func exitCode(_ status: Int32) -> Int32 {
        let signal = status & 0x7F
        return signal == 0 ? status >> 8 & 0xFF : 128 + signal
    }
}
