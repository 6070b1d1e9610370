// SPDX-License-Identifier: Apache-2.0

/// Who wants to know about which permissions, and when they are told.
///
/// Answers are compared before and after, not the head unit's items: a list that is sent again, or that changes only levels the
/// application is not at, tells nobody.
struct PermissionObservers: Equatable {
    /// One call of one observer, with the whole status of its group.
    struct Notice: Equatable {
        var observer: Int
        var status: PermissionStatus
    }

    private struct Observer: Equatable {
        var id: Int
        var elements: [PermissionElement]
        var interest: PermissionInterest
        var last: PermissionStatus
    }

    private var observers: [Observer] = []
    private var lastID = 0

    /// Adds an observer; the notice is its call at the beginning.
    mutating func add(
        _ elements: [PermissionElement], _ interest: PermissionInterest, table: PermissionTable, level: String?
    ) -> (id: Int, notice: Notice?) {
        lastID += 1
        let status = table.status(of: elements, at: level)
        observers.append(Observer(id: lastID, elements: elements, interest: interest, last: status))
        let isTold = interest == .any || status.group == .allowed
        return (lastID, isTold ? Notice(observer: lastID, status: status) : nil)
    }

    mutating func remove(_ id: Int) {
        observers.removeAll { $0.id == id }
    }

    /// Level or table have changed: the notices in the order the observers were added.
    mutating func update(table: PermissionTable, level: String?) -> [Notice] {
        var notices: [Notice] = []
        for index in observers.indices {
            let old = observers[index].last
            let new = table.status(of: observers[index].elements, at: level)
            observers[index].last = new
            guard old.rpcs != new.rpcs else { continue }
            switch observers[index].interest {
            case .any: notices.append(Notice(observer: observers[index].id, status: new))
            case .allAllowed:
                guard old.group == .allowed || new.group == .allowed else { continue }
                notices.append(Notice(observer: observers[index].id, status: new))
            }
        }
        return notices
    }

    /// The session is gone, and with it every answer. Nobody is told; observers stay and begin again from "unknown".
    mutating func forgetAnswers() {
        _ = update(table: PermissionTable(), level: nil)
    }
}
