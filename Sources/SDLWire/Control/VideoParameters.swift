// SPDX-License-Identifier: Apache-2.0

/// The picture of a video service: wished for in StartService, accepted in its ACK. Absent codec and protocol mean H264 and RAW.
public struct VideoParameters: Hashable, Sendable {
    /// In pixels.
    public var height: Int32?
    /// In pixels.
    public var width: Int32?
    /// `RAW`, `RTP`, `RTSP`, `RTMP` or `WEBM`.
    public var videoProtocol: String?
    /// `H264`, `H265`, `Theora`, `VP8` or `VP9`.
    public var videoCodec: String?

    public init(height: Int32? = nil, width: Int32? = nil, videoProtocol: String? = nil, videoCodec: String? = nil) {
        self.height = height
        self.width = width
        self.videoProtocol = videoProtocol
        self.videoCodec = videoCodec
    }

    public var isEmpty: Bool {
        self == VideoParameters()
    }

    init(document: BSONDocument) {
        height = document.int32("height")
        width = document.int32("width")
        videoProtocol = document.string("videoProtocol")
        videoCodec = document.string("videoCodec")
    }

    func write(into document: inout BSONDocument) {
        document.set("height", height)
        document.set("width", width)
        document.set("videoProtocol", videoProtocol)
        document.set("videoCodec", videoCodec)
    }
}
