/* Nothing: the folder beside this file is what the target is for. */
