// SPDX-License-Identifier: Apache-2.0

/// Statements (Lua 5.4 manual § 3.3).
extension Parser {
    /// Statements up to what ends their block.
    mutating func block() throws(SyntaxError) -> Block {
        var statements: Block = []
        while !isAtBlockEnd(withUntil: true) {
            let isLast = token.kind == .return
            if let statement = try statement() { statements.append(statement) }
            if isLast { break }
        }
        return statements
    }

    /// A block in a scope of its own.
    mutating func scopedBlock(isLoop: Bool = false) throws(SyntaxError) -> Block {
        scopes.openBlock(isLoop: isLoop)
        let block = try block()
        try scopes.closeBlock()
        return block
    }

    private func isAtBlockEnd(withUntil: Bool) -> Bool {
        switch token.kind {
        case .else, .elseif, .end, .endOfText: true
        case .until: withUntil
        default: false
        }
    }

    /// Nil for an empty one.
    private mutating func statement() throws(SyntaxError) -> Statement? {
        let offset = token.range.lowerBound
        try descend()
        let kind = try statementKind(offset)
        ascend()
        return kind.map { Statement(kind: $0, offset: offset) }
    }

    private mutating func statementKind(_ offset: Int) throws(SyntaxError) -> Statement.Kind? {
        switch token.kind {
        case .semicolon:
            try advance()
            return nil
        case .if: return try ifStatement(offset)
        case .while: return try whileStatement(offset)
        case .do:
            try advance()
            let body = try scopedBlock()
            try require(.end, closing: .do, at: offset)
            return .do(body)
        case .for: return try forStatement(offset)
        case .repeat: return try repeatStatement(offset)
        case .function: return try functionStatement(offset)
        case .local: return try localStatement()
        case .doubleColon: return try labelStatement(offset)
        case .return: return try returnStatement()
        case .break:
            try advance()
            try scopes.addGoto("break", line: tree.source.line(at: offset), offset: offset)
            return .break
        case .goto:
            try advance()
            let label = try requireName()
            try scopes.addGoto(label.name, line: tree.source.line(at: label.offset), offset: offset)
            return .goto(label.name)
        default: return try expressionStatement()
        }
    }

    // MARK: Control

    private mutating func ifStatement(_ offset: Int) throws(SyntaxError) -> Statement.Kind {
        var branches: [(condition: Expression.ID, then: Block)] = []
        repeat {
            try advance()
            let condition = try expression()
            try require(.then)
            branches.append((condition, try scopedBlock()))
        } while token.kind == .elseif
        var otherwise: Block?
        if try accept(.else) { otherwise = try scopedBlock() }
        try require(.end, closing: .if, at: offset)
        return .if(branches, else: otherwise)
    }

    private mutating func whileStatement(_ offset: Int) throws(SyntaxError) -> Statement.Kind {
        try advance()
        let condition = try expression()
        try require(.do)
        let body = try scopedBlock(isLoop: true)
        try require(.end, closing: .while, at: offset)
        return .while(condition, body)
    }

    /// The condition sees the locals of the body.
    private mutating func repeatStatement(_ offset: Int) throws(SyntaxError) -> Statement.Kind {
        try advance()
        scopes.openBlock(isLoop: true)
        scopes.openBlock()
        let body = try block()
        try require(.until, closing: .repeat, at: offset)
        let condition = try expression()
        try scopes.closeBlock()
        try scopes.closeBlock()
        return .repeat(body, until: condition)
    }

    private mutating func forStatement(_ offset: Int) throws(SyntaxError) -> Statement.Kind {
        try advance()
        scopes.openBlock(isLoop: true)
        let (name, nameOffset) = try requireName()
        let first = addLocal(name, at: nameOffset)
        let kind: Statement.Kind
        switch token.kind {
        case .assign: kind = try numericFor(first)
        case .comma, .in: kind = try genericFor(first)
        default: throw failure("'=' or 'in' expected")
        }
        try require(.end, closing: .for, at: offset)
        try scopes.closeBlock()
        return kind
    }

    private mutating func numericFor(_ variable: Local.ID) throws(SyntaxError) -> Statement.Kind {
        try advance()
        let from = try expression()
        try require(.comma)
        let to = try expression()
        let step = try accept(.comma) ? try expression() : nil
        return .numericFor(variable, from: from, to: to, by: step, try forBody([variable]))
    }

    private mutating func genericFor(_ first: Local.ID) throws(SyntaxError) -> Statement.Kind {
        var variables = [first]
        while try accept(.comma) {
            let (name, offset) = try requireName()
            variables.append(addLocal(name, at: offset))
        }
        try require(.in)
        let values = try expressionList()
        return .genericFor(variables, in: values, try forBody(variables))
    }

    private mutating func forBody(_ variables: [Local.ID]) throws(SyntaxError) -> Block {
        try require(.do)
        scopes.openBlock()
        for variable in variables { try activate(variable) }
        let body = try block()
        try scopes.closeBlock()
        return body
    }

    private mutating func returnStatement() throws(SyntaxError) -> Statement.Kind {
        try advance()
        let values = isAtBlockEnd(withUntil: true) || token.kind == .semicolon ? [] : try expressionList()
        _ = try accept(.semicolon)
        return .return(values)
    }

    private mutating func labelStatement(_ start: Int) throws(SyntaxError) -> Statement.Kind {
        try advance()
        let (name, offset) = try requireName()
        if let line = scopes.lineOfLabel(name) {
            throw SyntaxError(message: "label '\(name)' already defined on line \(line)", offset: offset)
        }
        try require(.doubleColon)
        // Labels and empty statements do not count as something that follows.
        while token.kind == .semicolon { try advance() }
        let isLast = isAtBlockEnd(withUntil: false)
        try scopes.addLabel(name, line: tree.source.line(at: start), offset: offset, isLast: isLast)
        return .label(name)
    }

    // MARK: Functions and variables

    /// `function a.b:c() … end`
    private mutating func functionStatement(_ offset: Int) throws(SyntaxError) -> Statement.Kind {
        try advance()
        let (name, nameOffset) = try requireName()
        var target = self.name(name, at: nameOffset)
        var isMethod = false
        while !isMethod, token.kind == .dot || token.kind == .colon {
            isMethod = token.kind == .colon
            try advance()
            let (key, keyOffset) = try requireName()
            let keyID = add(.string(key), at: keyOffset)
            target = add(.index(target, key: keyID), at: keyOffset)
        }
        let function = try functionBody(offset, isMethod: isMethod)
        try noteAssignment(to: target)
        return .assignment([target], values: [function])
    }

    private mutating func localStatement() throws(SyntaxError) -> Statement.Kind {
        try advance()
        let functionOffset = token.range.lowerBound
        if try accept(.function) {
            let (name, offset) = try requireName()
            let variable = addLocal(name, at: offset)
            try activate(variable)
            let function = try functionBody(functionOffset, isMethod: false)
            tree.locals[variable].initializer = function
            return .localFunction(variable, function)
        }
        let variables = try localNames()
        let values = try accept(.assign) ? try expressionList() : []
        for (variable, value) in zip(variables, values) { tree.locals[variable].initializer = value }
        for variable in variables { try activate(variable) }
        return .local(variables, values: values)
    }

    private mutating func localNames() throws(SyntaxError) -> [Local.ID] {
        var variables: [Local.ID] = []
        var isClosing = false
        repeat {
            let (name, offset) = try requireName()
            let attribute = try attribute()
            guard attribute != .close || !isClosing else {
                throw SyntaxError(message: "multiple to-be-closed variables in local list", offset: offset)
            }
            isClosing = isClosing || attribute == .close
            variables.append(addLocal(name, at: offset, attribute))
        } while try accept(.comma)
        return variables
    }

    private mutating func attribute() throws(SyntaxError) -> Local.Attribute? {
        guard try accept(.less) else { return nil }
        let (name, offset) = try requireName()
        try require(.greater)
        guard let attribute = Local.Attribute(rawValue: name) else {
            throw SyntaxError(message: "unknown attribute '\(name)'", offset: offset)
        }
        return attribute
    }

    /// A call, or an assignment.
    private mutating func expressionStatement() throws(SyntaxError) -> Statement.Kind {
        let first = try suffixedExpression()
        guard token.kind == .assign || token.kind == .comma else {
            switch tree[first].kind {
            case .call, .method: return .call(first)
            default: throw failure("syntax error")
            }
        }
        var targets = [first]
        try noteAssignment(to: first)
        while try accept(.comma) {
            let target = try suffixedExpression()
            try noteAssignment(to: target)
            targets.append(target)
        }
        try require(.assign)
        return .assignment(targets, values: try expressionList())
    }

    private mutating func noteAssignment(to target: Expression.ID) throws(SyntaxError) {
        switch tree[target].kind {
        case .global(let name): tree.assignedGlobals.insert(name)
        case .local(let id):
            guard tree.locals[id].attribute == nil else {
                throw SyntaxError(message: "attempt to assign to const variable '\(tree.locals[id].name)'", offset: tree[target].offset)
            }
            tree.locals[id].isReassigned = true
        case .index: break
        default: throw failure("syntax error")
        }
    }
}
