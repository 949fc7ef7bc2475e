import FMDB

// pure list: exempt from the length limits
// Scripts/ladders writes the extension.

/// Comparisons with terms of the same type. Either term may be optional.
extension FMTerm {
    /// Equal to another field.
    public static func == <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value { left.compared("IS", to: right) }

    /// Not equal to another field.
    public static func != <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value { left.compared("IS NOT", to: right) }

    /// Less than another field.
    public static func < <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value { left.compared("<", to: right) }

    /// Less than, or equal to, another field.
    public static func <= <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value { left.compared("<=", to: right) }

    /// Greater than another field.
    public static func > <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value { left.compared(">", to: right) }

    /// Greater than, or equal to, another field.
    public static func >= <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value { left.compared(">=", to: right) }

    /// Equal to a field that may be NULL.
    public static func == <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value? { left.compared("IS", to: right) }

    /// Not equal to a field that may be NULL.
    public static func != <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value? { left.compared("IS NOT", to: right) }

    /// Less than a field that may be NULL.
    public static func < <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value? { left.compared("<", to: right) }

    /// Less than, or equal to, a field that may be NULL.
    public static func <= <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value? { left.compared("<=", to: right) }

    /// Greater than a field that may be NULL.
    public static func > <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value? { left.compared(">", to: right) }

    /// Greater than, or equal to, a field that may be NULL.
    public static func >= <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Other.Value == Value? { left.compared(">=", to: right) }

    /// Equal to a field that is never NULL.
    public static func == <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Value == Other.Value? { left.compared("IS", to: right) }

    /// Not equal to a field that is never NULL.
    public static func != <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Value == Other.Value? { left.compared("IS NOT", to: right) }

    /// Less than a field that is never NULL.
    public static func < <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Value == Other.Value? { left.compared("<", to: right) }

    /// Less than, or equal to, a field that is never NULL.
    public static func <= <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Value == Other.Value? { left.compared("<=", to: right) }

    /// Greater than a field that is never NULL.
    public static func > <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Value == Other.Value? { left.compared(">", to: right) }

    /// Greater than, or equal to, a field that is never NULL.
    public static func >= <Other: FMTerm>(left: Self, right: Other) -> FMWhere<Model>
    where Other.Model == Model, Value == Other.Value? { left.compared(">=", to: right) }
}
