// SPDX-License-Identifier: Apache-2.0
import DynoIO
import DynoScript

/// `dyno run --watch`: loads a script again when one of its files is saved.
final class ReloadOnSave {
    private let script: LiveScript
    private let files = LocalFileSystem()
    private let watch = FileWatch()
    private var times: [String: Int64] = [:]

    init(_ script: LiveScript) {
        self.script = script
        script.onSources = { [unowned self] in follow($0) }
    }

    /// Tells, perhaps for nothing, that a file was saved.
    var changes: AsyncStream<Void> { watch.changes }

    /// The script is made of these files, some of which may not be there yet.
    private func follow(_ paths: Set<String>) {
        watch.watch(paths)
        for path in paths where times[path] == nil { times[path] = files.changeTime(of: path) }
    }

    /// Loads the script again if one of its files is another one now.
    func look() {
        let paths = script.host.sources
        watch.watch(paths)
        let now = Dictionary(uniqueKeysWithValues: paths.compactMap { path in files.changeTime(of: path).map { (path, $0) } })
        guard now != times.filter({ paths.contains($0.key) }) else { return }
        times = now
        script.reload()
    }
}
