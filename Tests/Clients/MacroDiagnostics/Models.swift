import FMDBModel

// What the macros refuse, at the place that is wrong.

// error: can be used only with structures and final classes
@FMModel actor Counter {}

// error: can be used only with structures and final classes
@FMModel class Base { var name = "" }

// error: cannot be used with a generic type
@FMModel struct Pair<Value> { var value: Value }

@FMModel struct Attributes {
    var name: String
    // error: '@FMUnique' needs a stored property, and this one is computed
    @FMUnique var upper: String { name.uppercased() }
    // error: '@FMKey' needs a stored property, and this one belongs to the type
    @FMKey static let shared = 1
    // error: '@FMColumn' needs a stored property, and this one is lazy
    @FMColumn("a") lazy var first = name.first
    // error: '@FMIgnored' needs a stored property
    @FMIgnored func run() {}
}

struct Outside {
    // error: '@FMUnique' has an effect only in a type with '@FMModel'
    @FMUnique var name: String
}

@FMModel struct Keys {
    // error: so its type must be optional
    @FMKey(.automatic) var id: Int64
}

@FMModel struct Names {
    var name: String
    // error: two columns have the name 'NAME'
    @FMColumn("NAME") var other: String
}

@FMModel struct Values {
    var name: String
    // error: 'cache' is not a column, so it must be declared with a value
    @FMIgnored var cache: Int
    // error: 'version' is a constant with a value
    let version = 1
}

// error: 'Sets' has no column 'age'
@FMModel(unique: [["name", "age"]]) struct Sets {
    var name: String
}

func local() {
    // error: local type
    @FMModel struct Local { var name: String }
}
