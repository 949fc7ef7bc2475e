import FMDBModel

// What the macros refuse, at the place that is wrong.

// error: goes with structures and final classes
@FMModel enum Colour { case red }

@FMModel actor Counter {}

@FMModel class Base { var name = "" }

@FMModel struct Pair<Value> { var value: Value }
