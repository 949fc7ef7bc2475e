import FMDBModel

// In a file of its own: the compiler says this only where it finds nothing else.

// error: can be used only with structures and final classes
@FMModel enum Colour { case red }
