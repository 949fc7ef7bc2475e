/* Nothing is to be called from here: the module has a function that runs when the program is loaded. */
