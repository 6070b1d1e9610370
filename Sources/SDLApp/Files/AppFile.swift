// SPDX-License-Identifier: Apache-2.0
public import DynoWorld
public import NIOCore
public import SDLRPC

/// A file or picture an application gives to the head unit.
public struct AppFile {
    public enum Content {
        case bytes(ByteBuffer)
        /// Read in pieces when it is uploaded.
        case stored(path: String, in: any FileSystem)
        /// One of the head unit's own icons, by its code. Never uploaded.
        case staticIcon
    }

    /// What the head unit calls it; for a static icon its code.
    public var name: String
    /// A FileType of the RPC spec.
    public var type: String
    /// Whether the head unit keeps it when the application has gone.
    public var isPersistent: Bool
    /// Whether the head unit may colour it.
    public var isTemplate: Bool
    public var content: Content

    public init(name: String, type: String, isPersistent: Bool = false, isTemplate: Bool = false, content: Content) {
        self.name = name
        self.type = type
        self.isPersistent = isPersistent
        self.isTemplate = isTemplate
        self.content = content
    }

    public var isStaticIcon: Bool {
        if case .staticIcon = content { return true }
        return false
    }

    /// The Image struct that shows it.
    public var image: JSONValue {
        var image: JSONValue = ["value": .string(name), "imageType": isStaticIcon ? "STATIC" : "DYNAMIC"]
        if isTemplate { image["isTemplate"] = true }
        return image
    }

    /// In bytes.
    public func size() throws(FileError) -> Int {
        switch content {
        case .bytes(let bytes): bytes.readableBytes
        case .stored(let path, let files): try files.size(of: path)
        case .staticIcon: 0
        }
    }

    func read(from offset: Int, count: Int) throws(FileError) -> ByteBuffer {
        switch content {
        case .bytes(let bytes): bytes.getSlice(at: bytes.readerIndex + offset, length: count) ?? ByteBuffer()
        case .stored(let path, let files): try files.read(path, from: offset, count: count)
        case .staticIcon: ByteBuffer()
        }
    }

    /// The FileType of a file by its name's extension, in any case; BINARY for unknown ones.
    public static func type(ofName name: String) -> String {
        let fileExtension = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last?.lowercased()
        switch fileExtension {
        case "bmp": return "GRAPHIC_BMP"
        case "jpg", "jpeg": return "GRAPHIC_JPEG"
        case "png": return "GRAPHIC_PNG"
        case "wav": return "AUDIO_WAVE"
        case "mp3": return "AUDIO_MP3"
        case "aac": return "AUDIO_AAC"
        case "json": return "JSON"
        default: return "BINARY"
        }
    }
}
