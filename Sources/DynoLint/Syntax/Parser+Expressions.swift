// SPDX-License-Identifier: Apache-2.0

/// Expressions (Lua 5.4 manual § 3.4).
extension Parser {
    mutating func expressionList() throws(SyntaxError) -> [Expression.ID] {
        var list = [try expression()]
        while try accept(.comma) { list.append(try expression()) }
        return list
    }

    /// An expression whose binary operators bind tighter than `priority`.
    mutating func expression(above priority: Int = 0) throws(SyntaxError) -> Expression.ID {
        try descend()
        var left = try operand()
        while let operation = BinaryOperator(token.kind), operation.priority.left > priority {
            let offset = token.range.lowerBound
            try advance()
            let right = try expression(above: operation.priority.right)
            left = add(.binary(operation, left, right), at: offset)
        }
        ascend()
        return left
    }

    private mutating func operand() throws(SyntaxError) -> Expression.ID {
        guard let operation = UnaryOperator(token.kind) else { return try simpleExpression() }
        let offset = token.range.lowerBound
        try advance()
        let value = try expression(above: UnaryOperator.priority)
        return add(.unary(operation, value), at: offset)
    }

    private mutating func simpleExpression() throws(SyntaxError) -> Expression.ID {
        let offset = token.range.lowerBound
        switch token.kind {
        case .nil: return try literal(.nil)
        case .true: return try literal(.boolean(true))
        case .false: return try literal(.boolean(false))
        case .integer: return try literal(.integer(lexer.integer))
        case .float: return try literal(.float(lexer.float))
        case .string: return try literal(.string(String(decoding: lexer.string, as: UTF8.self)))
        case .ellipsis:
            guard scopes.isVariadic else { throw failure("cannot use '...' outside a vararg function") }
            return try literal(.varargs)
        case .openBrace: return try table()
        case .function:
            try advance()
            return try functionBody(offset, isMethod: false)
        default: return try suffixedExpression()
        }
    }

    private mutating func literal(_ kind: Expression.Kind) throws(SyntaxError) -> Expression.ID {
        let offset = token.range.lowerBound
        try advance()
        return add(kind, at: offset)
    }

    // MARK: Names, indexes, calls

    func resolve(_ name: String) -> Expression.Kind { scopes.local(named: name).map(Expression.Kind.local) ?? .global(name) }

    mutating func name(_ name: String, at offset: Int) -> Expression.ID { add(resolve(name), at: offset) }

    private mutating func primaryExpression() throws(SyntaxError) -> Expression.ID {
        let offset = token.range.lowerBound
        switch token.kind {
        case .name:
            let (name, offset) = try requireName()
            return self.name(name, at: offset)
        case .openParenthesis:
            try advance()
            let inner = try expression()
            try require(.closeParenthesis, closing: .openParenthesis, at: offset)
            return add(.parenthesized(inner), at: offset)
        default: throw failure("unexpected symbol")
        }
    }

    mutating func suffixedExpression() throws(SyntaxError) -> Expression.ID {
        var value = try primaryExpression()
        while true {
            let offset = token.range.lowerBound
            switch token.kind {
            case .dot:
                try advance()
                let (key, keyOffset) = try requireName()
                let keyID = add(.string(key), at: keyOffset)
                value = add(.index(value, key: keyID), at: keyOffset)
            case .openBracket:
                try advance()
                let key = try expression()
                try require(.closeBracket)
                value = add(.index(value, key: key), at: tree[key].offset)
            case .colon:
                try advance()
                let (name, nameOffset) = try requireName()
                value = add(.method(value, name: name, arguments: try arguments()), at: nameOffset)
            case .openParenthesis, .string, .openBrace:
                value = add(.call(value, arguments: try arguments()), at: offset)
            default: return value
            }
        }
    }

    private mutating func arguments() throws(SyntaxError) -> [Expression.ID] {
        let offset = token.range.lowerBound
        switch token.kind {
        case .string: return [try literal(.string(String(decoding: lexer.string, as: UTF8.self)))]
        case .openBrace: return [try table()]
        case .openParenthesis:
            try advance()
            let list = token.kind == .closeParenthesis ? [] : try expressionList()
            try require(.closeParenthesis, closing: .openParenthesis, at: offset)
            return list
        default: throw failure("function arguments expected")
        }
    }

    // MARK: Tables and functions

    private mutating func table() throws(SyntaxError) -> Expression.ID {
        let offset = token.range.lowerBound
        try require(.openBrace)
        var fields: [Expression.Field] = []
        while token.kind != .closeBrace {
            fields.append(try field())
            guard token.kind == .comma || token.kind == .semicolon else { break }
            try advance()
        }
        try require(.closeBrace, closing: .openBrace, at: offset)
        return add(.table(fields), at: offset)
    }

    private mutating func field() throws(SyntaxError) -> Expression.Field {
        if token.kind == .openBracket {
            try advance()
            let key = try expression()
            try require(.closeBracket)
            try require(.assign)
            return Expression.Field(key: key, value: try expression())
        }
        guard token.kind == .name, try peek() == .assign else { return Expression.Field(key: nil, value: try expression()) }
        let (name, offset) = try requireName()
        try advance()
        let key = add(.string(name), at: offset)
        return Expression.Field(key: key, value: try expression())
    }

    /// From the opening parenthesis to `end`.
    mutating func functionBody(_ offset: Int, isMethod: Bool) throws(SyntaxError) -> Expression.ID {
        let start = token.range.lowerBound
        try require(.openParenthesis)
        var parameters = isMethod ? [addLocal("self", at: start)] : []
        let isVariadic = try readParameters(into: &parameters)
        scopes.openFunction(isVariadic: isVariadic, line: tree.source.line(at: offset))
        for parameter in parameters { try activate(parameter) }
        try require(.closeParenthesis)
        let body = try block()
        try require(.end, closing: .function, at: offset)
        try scopes.closeFunction()
        return add(.function(FunctionBody(parameters: parameters, isVariadic: isVariadic, body: body)), at: offset)
    }

    /// Reads the names between the parentheses; true when `...` ends them.
    private mutating func readParameters(into parameters: inout [Local.ID]) throws(SyntaxError) -> Bool {
        guard token.kind != .closeParenthesis else { return false }
        repeat {
            if try accept(.ellipsis) { return true }
            guard token.kind == .name else { throw failure("<name> or '...' expected") }
            let (name, offset) = try requireName()
            parameters.append(addLocal(name, at: offset))
        } while try accept(.comma)
        return false
    }
}
