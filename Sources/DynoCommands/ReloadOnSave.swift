// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoScript
import NIOCore

/// `dyno run --watch`: loads a script again when one of its files is saved.
final class ReloadOnSave {
    private let script: LiveScript
    private let files = LocalFileSystem()
    private let watch = FileWatch()
    private var times: [String: Int64] = [:]
    private var following: Task<Void, Never>?

    init(_ script: LiveScript, on loop: any EventLoop) {
        self.script = script
        script.onSources = { [unowned self] in follow($0) }
        let bound = NIOLoopBound(self, eventLoop: loop)
        let changes = watch.changes
        following = Task {
            for await _ in changes {
                do { try await loop.submit { bound.value.look() }.get() } catch { return }
            }
        }
    }

    func end() {
        following?.cancel()
    }

    /// The script is made of these files, some of which may not be there yet.
    private func follow(_ paths: Set<String>) {
        watch.watch(paths)
        for path in paths where times[path] == nil { times[path] = files.changeTime(of: path) }
    }

    private func look() {
        let paths = script.host.sources
        watch.watch(paths)
        let now = Dictionary(uniqueKeysWithValues: paths.compactMap { path in files.changeTime(of: path).map { (path, $0) } })
        guard now != times.filter({ paths.contains($0.key) }) else { return }
        times = now
        script.reload()
    }
}
