// SPDX-License-Identifier: Apache-2.0

/// Sets a page: titles, paragraphs and tables, wrapped to a width.
struct PageText {
    private static let width = 100
    private static let indent = "  "
    /// The widest a column is made for the sake of its longest cell.
    private static let widestColumn = 40

    /// All that was set so far.
    private(set) var text = ""

    /// Sets the first line: what it is and in which versions.
    mutating func title(_ title: String, _ availability: Availability) {
        text += ([title] + availability.notes).joined(separator: ", ") + "\n"
    }

    /// Sets a line of its own after an empty one.
    mutating func heading(_ heading: String) { text += "\n\(heading)\n" }

    /// Sets running text, indented and wrapped.
    mutating func paragraph(_ paragraph: String) {
        for line in Self.wrap(paragraph, to: Self.width - Self.indent.count) { text += Self.indent + line + "\n" }
    }

    /// Sets parameters or fields: name, type and what limits them.
    mutating func table(_ parameters: [Parameter]) {
        guard !parameters.isEmpty else { return paragraph("none") }
        table(
            parameters.map { parameter in
                let notes = (parameter.isMandatory ? ["mandatory"] : []) + parameter.notes
                return [parameter.name, parameter.typeDescription, notes.joined(separator: ", ")]
            })
    }

    /// Sets rows of cells; the last column is wrapped to what room the others leave.
    mutating func table(_ rows: [[String]]) {
        let columns = (rows.first?.count ?? 1) - 1
        let widths = (0..<columns).map { column in
            rows.map { min($0[column].count, Self.widestColumn) }.max() ?? 0
        }
        let left = Self.indent.count + widths.reduce(0) { $0 + $1 + 2 }
        for row in rows {
            var start = Self.indent
            for (cell, width) in zip(row, widths) { start += Self.padded(cell, to: width) + "  " }
            for line in Self.wrap(row[columns], to: Self.width - left) {
                text += Self.trimmed(start + line) + "\n"
                start = String(repeating: " ", count: left)
            }
        }
    }

    /// A cell with spaces up to a width.
    private static func padded(_ cell: String, to width: Int) -> String {
        cell + String(repeating: " ", count: max(0, width - cell.count))
    }

    /// A line without the spaces at its end.
    private static func trimmed(_ line: String) -> String {
        String(line.reversed().drop { $0 == " " }.reversed())
    }

    /// Breaks a text at spaces into lines of at most `width` characters; a word that is longer stands alone.
    private static func wrap(_ text: String, to width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for word in text.split(separator: " ") {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        return lines + [line]
    }
}
