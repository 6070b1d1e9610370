import DynoCommands

@main struct Dyno {
    static func main() {}
}
