// SPDX-License-Identifier: Apache-2.0
import SDLWire

/// Frames whose every field is known, among them the ones real head units and applications send.
extension FrameVector {
    static let legal: [FrameVector] = [
        FrameVector(
            "v1 start service rpc legacy", hex: "1007010000000000",
            header: (1, false, 0, 0x07, 0x01, 0, 0, 0),
            content: .none),
        FrameVector(
            "v1 start service rpc 5 4 1", hex: "1007010000000020200000000270726f746f636f6c56657273696f6e0006000000352e342e310000",
            header: (1, false, 0, 0x07, 0x01, 0, 32, 0),
            content: .bson([("protocolVersion", .string("5.4.1"))])),
        FrameVector(
            "v5 start service rpc js style",
            hex: "500701000000002000000000200000000270726f746f636f6c56657273696f6e0006000000352e342e300000",
            header: (5, false, 0, 0x07, 0x01, 0, 32, 0),
            content: .bson([("protocolVersion", .string("5.4.0"))])),
        FrameVector(
            "v4 start service ack rpc", hex: "40070201000000040000000200010001",
            header: (4, false, 0, 0x07, 0x02, 1, 4, 2),
            content: .hash(65537)),
        FrameVector(
            "v5 start service ack rpc min",
            hex:
                "500702010000003900000002390000000270726f746f636f6c56657273696f6e0006000000352e342e310010686173684964"
                + "0001000100126d747500000002000000000000",
            header: (5, false, 0, 0x07, 0x02, 1, 57, 2),
            content: .bson([("protocolVersion", .string("5.4.1")), ("hashId", .int32(65_537)), ("mtu", .int64(131_072))])),
        FrameVector(
            "v5 start service ack rpc full",
            hex:
                "50070201000001370000000237010000106861736849640001000100126d74750000000200000000000270726f746f636f6c"
                + "56657273696f6e0006000000352e342e3000047365636f6e646172795472616e73706f727473001500000002300009000000"
                + "5443505f57494649000004617564696f536572766963655472616e73706f7274730013000000103000020000001031000100"
                + "00000004766964656f536572766963655472616e73706f727473000c0000001030000200000000026d616b65000500000041"
                + "636d6500026d6f64656c0009000000526f61647374657200026d6f64656c5965617200050000003230323400027472696d00"
                + "030000005345000273797374656d536f66747761726556657273696f6e0006000000312e322e33000273797374656d486172"
                + "647761726556657273696f6e000500000048572d370000",
            header: (5, false, 0, 0x07, 0x02, 1, 311, 2),
            content: .bson([
                ("hashId", .int32(65_537)),
                ("mtu", .int64(131_072)),
                ("protocolVersion", .string("5.4.0")),
                ("secondaryTransports", .array([.string("TCP_WIFI")])),
                ("audioServiceTransports", .array([.int32(2), .int32(1)])),
                ("videoServiceTransports", .array([.int32(2)])),
                ("make", .string("Acme")),
                ("model", .string("Roadster")),
                ("modelYear", .string("2024")),
                ("trim", .string("SE")),
                ("systemSoftwareVersion", .string("1.2.3")),
                ("systemHardwareVersion", .string("HW-7")),
            ])),
        FrameVector(
            "v1 start service nak rpc", hex: "1007030000000000",
            header: (1, false, 0, 0x07, 0x03, 0, 0, 0),
            content: .none),
        FrameVector(
            "v5 start service nak rpc",
            hex:
                "500703000000005a000000005a0000000472656a6563746564506172616d73001c0000000230001000000070726f746f636f"
                + "6c56657273696f6e000002726561736f6e001d000000756e737570706f727465642070726f746f636f6c2076657273696f6e"
                + "0000",
            header: (5, false, 0, 0x07, 0x03, 0, 90, 0),
            content: .bson([
                ("rejectedParams", .array([.string("protocolVersion")])),
                ("reason", .string("unsupported protocol version")),
            ])),
        FrameVector(
            "v5 start service video",
            hex:
                "500b01010000004800000000480000001068656967687400e0010000107769647468002003000002766964656f50726f746f"
                + "636f6c00040000005241570002766964656f436f6465630005000000483236340000",
            header: (5, false, 0, 0x0B, 0x01, 1, 72, 0),
            content: .bson([
                ("height", .int32(480)),
                ("width", .int32(800)),
                ("videoProtocol", .string("RAW")),
                ("videoCodec", .string("H264")),
            ])),
        FrameVector(
            "v5 start service ack video",
            hex:
                "500b0201000000550000000755000000126d74750000000200000000001068656967687400e0010000107769647468002003"
                + "000002766964656f50726f746f636f6c00040000005241570002766964656f436f6465630005000000483236340000",
            header: (5, false, 0, 0x0B, 0x02, 1, 85, 7),
            content: .bson([
                ("mtu", .int64(131_072)),
                ("height", .int32(480)),
                ("width", .int32(800)),
                ("videoProtocol", .string("RAW")),
                ("videoCodec", .string("H264")),
            ])),
        FrameVector(
            "v5 start service nak video",
            hex:
                "500b03010000005300000008530000000472656a6563746564506172616d73002c0000000230000e000000766964656f5072"
                + "6f746f636f6c000231000b000000766964656f436f646563000002726561736f6e0006000000636f6465630000",
            header: (5, false, 0, 0x0B, 0x03, 1, 83, 8),
            content: .bson([("rejectedParams", .array([.string("videoProtocol"), .string("videoCodec")])), ("reason", .string("codec"))])),
        FrameVector(
            "v5 start service audio", hex: "500a01010000000000000000",
            header: (5, false, 0, 0x0A, 0x01, 1, 0, 0),
            content: .none),
        FrameVector(
            "v5 start service ack audio", hex: "500a0201000000120000000912000000126d747500000002000000000000",
            header: (5, false, 0, 0x0A, 0x02, 1, 18, 9),
            content: .bson([("mtu", .int64(131_072))])),
        FrameVector(
            "v5 video single frame raw h264", hex: "510b0001000000060000002a00000001419a",
            header: (5, false, 1, 0x0B, 0x00, 1, 6, 42),
            content: .opaque),
        FrameVector(
            "v5 audio single frame pcm", hex: "510a0001000000080000002b0100ffff0200feff",
            header: (5, false, 1, 0x0A, 0x00, 1, 8, 43),
            content: .opaque),
        FrameVector(
            "v4 service data ack video", hex: "400bfe01000000040000000b00000005",
            header: (4, false, 0, 0x0B, 0xFE, 1, 4, 11),
            content: .frameCount(5)),
        FrameVector(
            "v5 end service rpc", hex: "50070401000000110000000a1100000010686173684964000100010000",
            header: (5, false, 0, 0x07, 0x04, 1, 17, 10),
            content: .bson([("hashId", .int32(65_537))])),
        FrameVector(
            "v4 end service rpc", hex: "40070401000000040000000a00010001",
            header: (4, false, 0, 0x07, 0x04, 1, 4, 10),
            content: .hash(65537)),
        FrameVector(
            "v5 end service ack rpc", hex: "50070501000000000000000c",
            header: (5, false, 0, 0x07, 0x05, 1, 0, 12),
            content: .none),
        FrameVector(
            "v5 end service nak rpc",
            hex:
                "50070601000000420000000c420000000472656a6563746564506172616d7300130000000230000700000068617368496400"
                + "0002726561736f6e000e00000068617368206d69736d617463680000",
            header: (5, false, 0, 0x07, 0x06, 1, 66, 12),
            content: .bson([("rejectedParams", .array([.string("hashId")])), ("reason", .string("hash mismatch"))])),
        FrameVector(
            "v3 heartbeat", hex: "30000001000000000000000d",
            header: (3, false, 0, 0x00, 0x00, 1, 0, 13),
            content: .none),
        FrameVector(
            "v3 heartbeat ack", hex: "3000ff01000000000000000d",
            header: (3, false, 0, 0x00, 0xFF, 1, 0, 13),
            content: .none),
        FrameVector(
            "v5 register secondary transport", hex: "500007010000000000000001",
            header: (5, false, 0, 0x00, 0x07, 1, 0, 1),
            content: .none),
        FrameVector(
            "v5 register secondary transport ack", hex: "500008010000000000000002",
            header: (5, false, 0, 0x00, 0x08, 1, 0, 2),
            content: .none),
        FrameVector(
            "v5 register secondary transport nak",
            hex:
                "5000090100000023000000022300000002726561736f6e001200000073657373696f6e206e6f7420666f756e640000",
            header: (5, false, 0, 0x00, 0x09, 1, 35, 2),
            content: .bson([("reason", .string("session not found"))])),
        FrameVector(
            "v5 transport event update",
            hex:
                "5000fd0100000030000000033000000002746370497041646472657373000c0000003139322e3136382e312e310010746370"
                + "506f7274003930000000",
            header: (5, false, 0, 0x00, 0xFD, 1, 48, 3),
            content: .bson([("tcpIpAddress", .string("192.168.1.1")), ("tcpPort", .int32(12345))])),
        FrameVector(
            "v5 transport event update tcp down", hex: "5000fd010000001800000004180000000274637049704164647265737300010000000000",
            header: (5, false, 0, 0x00, 0xFD, 1, 24, 4),
            content: .bson([("tcpIpAddress", .string(""))])),
        FrameVector(
            "v5 rpc register app interface request",
            hex:
                "51070001000000d3000000010000000100000001000000c77b2273796e634d736756657273696f6e223a7b226d616a6f7256"
                + "657273696f6e223a382c226d696e6f7256657273696f6e223a302c22706174636856657273696f6e223a307d2c226170704e"
                + "616d65223a22537769667453444c222c2269734d656469614170706c69636174696f6e223a66616c73652c226c616e677561"
                + "676544657369726564223a22454e2d5553222c22686d69446973706c61794c616e677561676544657369726564223a22454e"
                + "2d5553222c226170704944223a2238363735333039227d",
            header: (5, false, 1, 0x07, 0x00, 1, 211, 1),
            content: .rpc(type: 0, function: 1, correlation: 1, jsonSize: 199, bulk: "")),
        FrameVector(
            "v5 rpc register app interface response",
            hex:
                "51070001000000a90000000310000001000000010000009d7b2273756363657373223a747275652c22726573756c74436f64"
                + "65223a2253554343455353222c2273796e634d736756657273696f6e223a7b226d616a6f7256657273696f6e223a382c226d"
                + "696e6f7256657273696f6e223a302c22706174636856657273696f6e223a307d2c226c616e6775616765223a22454e2d5553"
                + "222c22686d69446973706c61794c616e6775616765223a22454e2d5553227d",
            header: (5, false, 1, 0x07, 0x00, 1, 169, 3),
            content: .rpc(type: 1, function: 1, correlation: 1, jsonSize: 157, bulk: "")),
        FrameVector(
            "v5 rpc on hmi status notification",
            hex:
                "510700010000005a0000000420008000ffffffff0000004e7b22686d694c6576656c223a224e4f4e45222c22617564696f53"
                + "747265616d696e675374617465223a224e4f545f41554449424c45222c2273797374656d436f6e74657874223a224d41494e"
                + "227d",
            header: (5, false, 1, 0x07, 0x00, 1, 90, 4),
            content: .rpc(type: 2, function: 32768, correlation: -1, jsonSize: 78, bulk: "")),
        FrameVector(
            "v5 hybrid put file request",
            hex:
                "510f00010000003c0000000500000020000000070000002c7b2273796e6346696c654e616d65223a22612e62696e222c2266"
                + "696c6554797065223a2242494e415259227ddeadbeef",
            header: (5, false, 1, 0x0F, 0x00, 1, 60, 5),
            content: .rpc(type: 0, function: 32, correlation: 7, jsonSize: 44, bulk: "deadbeef")),
        FrameVector(
            "v5 rpc unknown function response",
            hex:
                "51070001000000400000000610ffffff00000009000000347b2273756363657373223a66616c73652c22726573756c74436f"
                + "6465223a22554e535550504f525445445f52455155455354227d",
            header: (5, false, 1, 0x07, 0x00, 1, 64, 6),
            content: .rpc(type: 1, function: 16777215, correlation: 9, jsonSize: 52, bulk: "")),
        FrameVector(
            "v5 rpc negative correlation request", hex: "510700010000000e000000070000000dffffffff000000027b7d",
            header: (5, false, 1, 0x07, 0x00, 1, 14, 7),
            content: .rpc(type: 0, function: 13, correlation: -1, jsonSize: 2, bulk: "")),
        FrameVector(
            "v5 hybrid empty json bulk only", hex: "510f00010000000e000000082000800900000000000000000102",
            header: (5, false, 1, 0x0F, 0x00, 1, 14, 8),
            content: .rpc(type: 2, function: 32777, correlation: 0, jsonSize: 0, bulk: "0102")),
        FrameVector(
            "v1 rpc show request",
            hex:
                "110700010000004e7b2272657175657374223a7b226e616d65223a2253686f77222c22636f7272656c6174696f6e4944223a"
                + "332c22706172616d6574657273223a7b226d61696e4669656c6431223a224869227d7d7d",
            header: (1, false, 1, 0x07, 0x00, 1, 78, 0),
            content: .envelope(name: "Show", correlation: 3)),
        FrameVector(
            "v5 multi first", hex: "5207000100000008000000140000005400000003",
            header: (5, false, 2, 0x07, 0x00, 1, 8, 20),
            content: .first(size: 84, frames: 3)),
        FrameVector(
            "v5 multi consecutive 1", hex: "5307010100000020000000140000000d0000000b000000487b226d61696e4669656c6431223a2248656c6c6f",
            header: (5, false, 3, 0x07, 0x01, 1, 32, 20),
            content: .opaque),
        FrameVector(
            "v5 multi consecutive 2", hex: "5307020100000020000000142066726f6d2061206d756c74692d6672616d65206d657373616765222c22616c",
            header: (5, false, 3, 0x07, 0x02, 1, 32, 20),
            content: .opaque),
        FrameVector(
            "v5 multi consecutive 3", hex: "53070001000000140000001469676e6d656e74223a2243454e5445524544227d",
            header: (5, false, 3, 0x07, 0x00, 1, 20, 20),
            content: .opaque),
        FrameVector(
            "v5 security handshake request", hex: "51000001000000160000000e0000000100000001000000001603010005deadbeef99",
            header: (5, false, 1, 0x00, 0x00, 1, 22, 14),
            content: .opaque),
        FrameVector(
            "v5 security handshake request pre core8", hex: "51000001000000160000000e2000000100000001000000001603010005deadbeef99",
            header: (5, false, 1, 0x00, 0x00, 1, 22, 14),
            content: .opaque),
        FrameVector(
            "v5 security handshake response", hex: "51000001000000150000000f1000000100000001000000001603030004cafebabe",
            header: (5, false, 1, 0x00, 0x00, 1, 21, 15),
            content: .opaque),
        FrameVector(
            "v5 security internal error",
            hex:
                "510000010000002f000000102000000200000000000000227b226964223a382c2274657874223a2253534c20696e76616c69"
                + "642064617461227d08",
            header: (5, false, 1, 0x00, 0x00, 1, 47, 16),
            content: .opaque),
        FrameVector(
            "v5 start secure service rpc", hex: "580701010000000000000000",
            header: (5, true, 0, 0x07, 0x01, 1, 0, 0),
            content: .none),
        FrameVector(
            "v5 encrypted single rpc", hex: "5907000100000015000000151703030010000102030405060708090a0b0c0d0e0f",
            header: (5, true, 1, 0x07, 0x00, 1, 21, 21),
            content: .opaque),
    ]
}
