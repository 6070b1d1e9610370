// SPDX-License-Identifier: Apache-2.0
#if canImport(Darwin)
import Darwin
import IOKit
import IOKit.serial

/// The I/O Registry's serial ports.
extension SerialPortList {
    static func found(in tree: DeviceTree) -> [SerialPortDescription] {
        var iterator: io_iterator_t = 0
        let all = IOServiceMatching(kIOSerialBSDServiceValue)
        guard IOServiceGetMatchingServices(kIOMainPortDefault, all, &iterator) == KERN_SUCCESS else { return [] }
        defer { IOObjectRelease(iterator) }
        var ports: [SerialPortDescription] = []
        while true {
            let service = IOIteratorNext(iterator)
            guard service != 0 else { return ports }
            defer { IOObjectRelease(service) }
            if let port = describe(service) { ports.append(port) }
        }
    }

    /// The callout device (`/dev/cu.…`): the dial-in one waits for a carrier.
    private static func describe(_ service: io_object_t) -> SerialPortDescription? {
        guard let device = property(kIOCalloutDeviceKey, of: service) as? String else { return nil }
        var port = SerialPortDescription(device: device)
        port.path = registryPath(of: service)
        port.vendorID = hexadecimal(property("idVendor", of: service))
        port.productID = hexadecimal(property("idProduct", of: service))
        port.serialNumber = property("USB Serial Number", of: service) as? String
        port.manufacturer = property("USB Vendor Name", of: service) as? String
        port.product = property("USB Product Name", of: service) as? String
        port.driver = property("CFBundleIdentifier", of: service) as? String
        if let vendor = port.vendorID, let product = port.productID, let serial = port.serialNumber {
            port.id = "usb-\(vendor)-\(product)-\(serial)"
        }
        return port
    }

    /// A property of the port or of what it is plugged into.
    private static func property(_ name: String, of service: io_object_t) -> AnyObject? {
        let options = IOOptionBits(kIORegistryIterateRecursively | kIORegistryIterateParents)
        return IORegistryEntrySearchCFProperty(service, kIOServicePlane, name as CFString, kCFAllocatorDefault, options)
    }

    private static func registryPath(of service: io_object_t) -> String? {
        var path = [CChar](repeating: 0, count: MemoryLayout<io_string_t>.size)
        let result = path.withUnsafeMutableBytes { bytes -> kern_return_t in
            guard let address = bytes.baseAddress else { return KERN_FAILURE }
            return IORegistryEntryGetPath(service, kIOServicePlane, address.assumingMemoryBound(to: CChar.self))
        }
        guard result == KERN_SUCCESS else { return nil }
        return String(decoding: path.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func hexadecimal(_ value: AnyObject?) -> String? {
        guard let number = value as? Int else { return nil }
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
#endif
