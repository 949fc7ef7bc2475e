// A package has to have a target.
