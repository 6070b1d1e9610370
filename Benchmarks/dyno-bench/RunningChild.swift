// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A program that runs beside this one. Its output goes to a file, which no slow reader can hold up.
final class RunningChild {
    private let command: [String]
    private let pid: pid_t
    private let file: String
    private let start = ContinuousClock.now
    private var isWaitedFor = false

    init(_ command: [String], environment: [String: String] = [:]) throws {
        self.command = command
        file = NSTemporaryDirectory() + "dyno-bench-\(UUID().uuidString)"
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        posix_spawn_file_actions_adddup2(&actions, 1, 2)
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
        var child: pid_t = 0
        let failure = Self.withCStrings(command) { arguments in
            Self.withCStrings(variables) { posix_spawnp(&child, command[0], &actions, nil, arguments, $0) }
        }
        guard failure == 0 else { throw BenchmarkError("cannot start \(command[0]): \(String(cString: strerror(failure)))") }
        pid = child
    }

    deinit {
        if !isWaitedFor {
            kill(pid, SIGKILL)
            waitpid(pid, nil, 0)
        }
        unlink(file)
    }

    var output: String {
        (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
    }

    /// Waits until the program wrote a line that holds `text`, and returns what follows it there.
    func line(after text: String, within limit: Duration = .seconds(10)) throws -> String {
        for _ in 0..<Int(limit / .milliseconds(10)) {
            let lines = output.split(separator: "\n")
            if let line = lines.first(where: { $0.contains(text) }), let range = line.range(of: text) {
                return String(line[range.upperBound...])
            }
            usleep(10_000)
        }
        throw BenchmarkError("\(command.joined(separator: " ")) did not say `\(text)` within \(limit): \(output.prefix(500))")
    }

    /// Waits for its end.
    func wait() throws -> Child {
        var status: CInt = 0
        var usage = rusage()
        wait4(pid, &status, 0, &usage)
        isWaitedFor = true
        let took = ContinuousClock.now - start
        guard status == 0 else { throw BenchmarkError("\(command.joined(separator: " ")) failed (\(status)): \(output.suffix(500))") }
        return Child(
            output: output, wallSeconds: took / .seconds(1), cpuSeconds: Self.seconds(usage.ru_utime) + Self.seconds(usage.ru_stime),
            peakMiB: Double(usage.ru_maxrss) / 1024)
    }

    /// Memory that is in use now, in KiB.
    var residentKiB: Double {
        let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
        return line.flatMap { Double($0.filter(\.isNumber)) } ?? 0
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let pointers = strings.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        return body(pointers)
    }
}
